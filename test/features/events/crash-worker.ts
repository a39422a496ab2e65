import { systemContext } from "../../../src/context.ts";
import { createEvents, draftEvent } from "../../../src/features/events/index.ts";
import { historyConsumer } from "../../../src/features/history/index.ts";
import { DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createGraph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { changesTo } from "../../support/changes.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";

// A process that ingests events until it is killed, and prints a line for each acknowledged one: `<source_id> <id> <outcome>`.
// Argument: addresses of the stores, tenant and names of its hosts, as JSON.
const { neo4j, url, tenantId, hosts } = JSON.parse(process.argv[2] ?? "") as {
  neo4j: Neo4jConfig;
  url: string;
  tenantId: string;
  hosts: string[];
};
const log = createLogger("silent");
const events = createEvents({
  graph: createGraph({ ...neo4j, log }),
  postgres: createPostgres({ url, log }),
  clock: systemClock,
  log,
  jobs: fakeJobs(),
  storesTakeWrites: async () => true,
  settings: async () => DEFAULT_SETTINGS,
  changes: changesTo({ events: historyConsumer }),
  fetchText: () => Promise.reject(new Error("nothing is fetched here")),
});
const ctx = systemContext(tenantId, newId());
let serial = 0;

async function client(): Promise<never> {
  for (;;) {
    const n = serial++;
    // Every third event is repeated, and every sixth is resolved.
    const sourceId = `${process.pid}:${n % 3 === 2 ? n - 1 : n}`;
    const status = n % 6 === 5 ? ("resolved" as const) : ("open" as const);
    const event = draftEvent({ title: "t", severity: "high", status, sourceId, fqdn: hosts[n % hosts.length] ?? null });
    const { event: stored, outcome } = await events.verbs.ingest(ctx, { event, source: "crash" });
    process.stdout.write(`${sourceId} ${stored.id} ${outcome}\n`);
  }
}

await Promise.all(Array.from({ length: 48 }, client));
