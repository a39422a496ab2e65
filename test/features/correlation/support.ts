import { createCorrelator } from "../../../src/features/correlation/index.ts";
import { historyConsumer } from "../../../src/features/history/index.ts";
import { createRelationships, type NewRelationship } from "../../../src/features/relationships/index.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type Change, createChanges, type GraphChange } from "../../../src/platform/jobs/changes.ts";
import { changeOf } from "../../support/changes.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log } from "../../support/scratch.ts";
import { createEventWorld, type EventWorldOptions, type Reported } from "../events/support.ts";

export { movableClock } from "../events/support.ts";

/** Events and their correlation on real stores, with relationships between the CIs. */
export async function createCorrelationWorld(options: EventWorldOptions = {}) {
  const consumers = createChanges();
  const world = await createEventWorld({
    ...options,
    async onPublished(tx, tenantId, changes) {
      await consumers.deliver("events", tx, tenantId, changes);
      await options.onPublished?.(tx, tenantId, changes);
    },
  });
  const relationships = createRelationships(world).verbs;
  const jobs = fakeJobs();
  const { sent } = jobs;
  const make = (graph: Graph = world.graph, storesTakeWrites = world.storesTakeWrites, postgres = world.postgres) =>
    createCorrelator({
      ...world,
      graph,
      postgres,
      storesTakeWrites,
      log,
      jobs,
      settings: async () => world.settings,
      failureKinds: relationships.failureKinds,
    });
  const correlation = make();
  consumers.subscribe(correlation.consumers);
  return {
    ...world,
    correlation,
    relationships,
    sent,
    /** Runs the job that groups events into incidents, and its successors until the last. */
    async follow(tenantId = world.ctx.tenantId, by = correlation) {
      const job = by.jobs.find(({ ref }) => ref.name === "incidents.follow");
      let before: number;
      do {
        before = sent.length;
        await job?.run({ tenantId }, { signal: new AbortController().signal, log });
      } while (sent.splice(before).length > 0);
    },
    /** Whether the sweep for owed work finds a job of the tenant. */
    async isOwed(tenantId = world.ctx.tenantId) {
      const owed = await Promise.all(correlation.owedWork.map(({ find }) => find()));
      return owed.flat().some((payload) => (payload as { tenantId: string }).tenantId === tenantId);
    },
    /** Delivers changes of relationships. */
    async deliver(changes: Change<GraphChange>[], tenantId = world.ctx.tenantId) {
      await world.postgres.transaction((tx) => consumers.deliver("graph", tx, tenantId, changes));
    },
    /** The correlator of a second process on the same stores. */
    another: make,

    async newCi(
      name: string,
      fields: { type?: string; status?: "active" | "inactive" | "maintenance" } = {},
      ctx = world.ctx,
    ) {
      const { verbs } = world.ci;
      return (await verbs.createCi(ctx, { fields: { name: `${name} ${newId()}`, type: "server", ...fields } })).id;
    },

    link: (source: string, target: string, type = "depends_on", more: Partial<NewRelationship> = {}, ctx = world.ctx) =>
      relationships.create(ctx, { fields: { type, sourceCi: source, targetCi: target, ...more } }),

    /** Records a change of a CI `minutesAgo`. */
    async change(ciId: string, minutesAgo: number, tenantId = world.ctx.tenantId) {
      const at = new Date((options.clock?.now() ?? new Date()).getTime() - minutesAgo * 60_000).toISOString();
      const subject = { kind: "ci", id: ciId } as const;
      const change = changeOf("ci.updated", { subject, version: 2, before: {}, at });
      await world.postgres.transaction((tx) => historyConsumer(tx, tenantId, [change]));
    },

    /** Reports an event on these CIs, `seconds` from now. */
    alarm: async (ciIds: string[], fields: Reported & { seconds?: number } = {}, ctx = world.ctx) => {
      const { seconds = 0, ...rest } = fields;
      const occurredAt = new Date((options.clock?.now() ?? new Date()).getTime() + seconds * 1_000);
      const { event } = await world.report({ affectedCis: ciIds, occurredAt, title: `Alarm ${newId()}`, ...rest }, ctx);
      return event.id;
    },
  };
}

export type CorrelationWorld = Awaited<ReturnType<typeof createCorrelationWorld>>;
