import { appendFileSync } from "node:fs";
import { systemContext } from "../../../src/context.ts";
import { createCis } from "../../../src/features/ci/index.ts";
import { DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import { createWebhooks } from "../../../src/features/webhooks/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createGraph, type Graph } from "../../../src/platform/graph/graph.ts";
import type { GraphQuery } from "../../../src/platform/graph/query.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createOutbox, type Outbox } from "../../../src/platform/jobs/outbox.ts";
import { createRelay } from "../../../src/platform/jobs/relay.ts";
import { createStoresTakeWrites } from "../../../src/platform/jobs/stores-take-writes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { changesTo } from "../../support/changes.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";

export interface CrashWorkerInput {
  neo4j: Neo4jConfig;
  url: string;
  secret: string;
  tenantId: string;
  /** Label of the changes in the graph: services of other suites would deliver changes of the shared outbox to their stores. */
  outbox: string;
  /** Receives a line for each CI whose creation was acknowledged, and for each that was not created. */
  ledger: string;
  does: ("write" | "relay" | "send")[];
}

// A process that creates CIs, delivers their changes and sends deliveries, or does some of these, until it is killed.
const input = JSON.parse(process.argv[2] ?? "") as CrashWorkerInput;
const { tenantId, does } = input;
const log = createLogger("silent");
const graph = withOwnOutbox(createGraph({ ...input.neo4j, log }));
const postgres = createPostgres({ url: input.url, log });

function withOwnOutbox(shared: Graph): Graph {
  const own = <P, R>(query: GraphQuery<P, R>): GraphQuery<P, R> =>
    query.file.name.startsWith("outbox/")
      ? { ...query, text: query.text.replaceAll(":Outbox", `:${input.outbox}`) }
      : query;
  return {
    ...shared,
    read: (query, params) => shared.read(own(query), params),
    write: (work) =>
      shared.write((tx) =>
        work({
          run: (query, params) => tx.run(own(query), params),
          send: (query, params) => tx.send(own(query), params),
        }),
      ),
  };
}

const webhooks = createWebhooks({
  postgres,
  clock: systemClock,
  log,
  secrets: createSecrets(input.secret),
  egress: createEgress(["127.0.0.1"]),
  jobs: fakeJobs(),
  storesTakeWrites: async () => true,
  events: { ingest: () => Promise.reject(new Error("no event is expected here")) },
  settings: async () => DEFAULT_SETTINGS,
});
const relay = createRelay({
  graph,
  postgres,
  changes: changesTo(webhooks.consumers),
  log,
  storesTakeWrites: createStoresTakeWrites({ graph, postgres }),
});
const outbox = createOutbox({
  graph,
  clock: systemClock,
  onCommitted: (nodes) => does.includes("relay") && relay.enqueue(nodes),
});

async function write(): Promise<void> {
  const ctx = systemContext(tenantId, newId());
  const ci = createCis({ graph, outbox, clock: systemClock });
  /** Publishes changes, and then does not commit. */
  const undone: Outbox = {
    write: (tenant, work) =>
      outbox.write(tenant, async (tx, publish) => {
        await work(tx, publish);
        throw new Error("undone");
      }),
  };
  const never = createCis({ graph, outbox: undone, clock: systemClock });
  for (let n = 0; ; n++) {
    const fields = { name: `ci ${newId()}`, type: "server" };
    if (n % 5 === 4) {
      appendFileSync(input.ledger, `undone ${fields.name}\n`);
      await never.verbs.createCi(ctx, { fields }).catch(() => undefined);
    } else {
      const made = await ci.verbs.createCi(ctx, { fields });
      appendFileSync(input.ledger, `made ${made.id}\n`);
    }
  }
}

if (does.includes("relay")) relay.start();
if (does.includes("send")) await webhooks.startWork();
if (does.includes("write")) await write();
