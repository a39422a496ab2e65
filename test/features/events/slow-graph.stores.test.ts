import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { createEvents } from "../../../src/features/events/index.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createChanges } from "../../../src/platform/jobs/changes.ts";
import { createPostgres, type Postgres } from "../../../src/platform/postgres/postgres.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { ALERT, createEventWorld, type EventWorld, faultOf, someId } from "./support.ts";

let world: EventWorld;
/** With one connection: a transaction that waits leaves none for others. */
let postgres: Postgres;
let pid: number;
beforeAll(async () => {
  world = await createEventWorld();
  postgres = createPostgres({ url: stores().postgres.url, log, poolSize: 1 });
  pid = (await postgres.query<{ pid: number }>("select pg_backend_pid() as pid"))[0]!.pid;
});
afterAll(async () => {
  await postgres?.close();
  await world?.close();
});

/** Events whose reads of the graph wait until `release` is called, or fail with what it is given. */
function eventsOnSlowGraph() {
  const held = Promise.withResolvers<void>();
  const read: Graph["read"] = async (query, params) => {
    await held.promise;
    return world.graph.read(query, params);
  };
  const { verbs } = createEvents({
    ...world,
    graph: { ...world.graph, read },
    postgres,
    log,
    jobs: fakeJobs(),
    settings: async () => world.settings,
    changes: createChanges(),
    fetchText: () => Promise.reject(new Error("nothing is fetched here")),
  });
  const report = (sourceId: string, hostname: string) =>
    verbs.ingest(world.ctx, { event: { ...ALERT, sourceId, hostname }, source: "probe" });
  return { report, release: held.resolve, fail: held.reject };
}

/** Waits until the only connection has run another statement than the one that told its process id. */
const untilUsed = () =>
  expect
    .poll(() => world.postgres.query("select 1 from pg_stat_activity where pid = $1 and query !~ 'pid'", [pid]))
    .toHaveLength(1);

const storedWith = (sourceId: string) =>
  world.postgres.query<{ bound: number; occurrences: number }>(
    `select cardinality(affected_cis) as bound, occurrences from events where tenant_id = $1 and source_id = $2`,
    [world.ctx.tenantId, sourceId],
  );

describe("events while the graph is slow", () => {
  it("hold no connection to Postgres for longer than a moment, and are stored with their CIs once it has answered", async () => {
    const name = `slow-${newId()}.example.com`;
    await world.ci.verbs.createCi(world.ctx, { fields: { name, type: "server", attributes: { fqdn: name } } });
    const { report, release } = eventsOnSlowGraph();
    const sourceId = someId();
    const reported = report(sourceId, name);
    await untilUsed();
    // Waits for the only connection, and is refused with 503 if the transaction keeps it.
    await postgres.query("select 1");
    expect(await storedWith(sourceId)).toEqual([]);
    release();
    expect((await reported).event.affectedCis).toHaveLength(1);
    expect(await storedWith(sourceId)).toEqual([{ bound: 1, occurrences: 1 }]);
  });

  it("are refused as the graph's failure says, and nothing of them is stored", async () => {
    const { report, fail } = eventsOnSlowGraph();
    const sourceId = someId();
    const fault = faultOf(report(sourceId, "nowhere"));
    await untilUsed();
    fail(unavailable("The graph store cannot be reached", new Error("gone")));
    expect(await fault).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await storedWith(sourceId)).toEqual([]);
    expect(await postgres.query("select 1 as one")).toEqual([{ one: 1 }]);
  });
});
