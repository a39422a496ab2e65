import { createCorrelator } from "../../../src/features/correlation/index.ts";
import { historySink } from "../../../src/features/history/index.ts";
import { createRelationships, type NewRelationship } from "../../../src/features/relationships/index.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { NewsEntry } from "../../../src/platform/jobs/outbox.ts";
import type { NewsSink } from "../../../src/platform/jobs/relay.ts";
import { log } from "../ci/support.ts";
import { createEventWorld, type EventWorldOptions, type Reported } from "../events/support.ts";

export { contextOf, movableClock } from "../events/support.ts";

/** Events and their correlation on real stores, with relationships between the CIs. */
export async function createCorrelationWorld(options: EventWorldOptions = {}) {
  const sinks: NewsSink[] = [];
  const onTold: NewsSink = async (tx, tenantId, entries) => {
    for (const sink of sinks) await sink(tx, tenantId, entries);
    await options.onTold?.(tx, tenantId, entries);
  };
  const world = await createEventWorld({ ...options, onTold });
  const relationships = createRelationships(world).verbs;
  const sent: { name: string; payload: object }[] = [];
  const make = (graph: Graph = world.graph) =>
    createCorrelator({
      ...world,
      graph,
      log,
      jobs: { send: async ({ name }, payload) => void sent.push({ name, payload }) },
      settings: async () => world.settings,
      failureKinds: relationships.failureKinds,
    });
  const correlation = make();
  sinks.push(...correlation.eventSinks);
  return {
    ...world,
    correlation,
    relationships,
    sent,
    /** Lets incidents follow their events, as the job does. */
    async follow(tenantId = world.ctx.tenantId, by = correlation) {
      const job = by.jobs.find(({ ref }) => ref.name === "incidents.follow");
      await job?.run({ tenantId }, { signal: new AbortController().signal, log });
    },
    /** Hands over the news of relationships. */
    async handOver(entries: NewsEntry[], tenantId = world.ctx.tenantId) {
      await world.postgres.transaction(async (tx) => {
        for (const sink of correlation.sinks) await sink(tx, tenantId, entries);
      });
    },
    /** As another process has it. */
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

    /** Notes a change of a CI, so many minutes ago. */
    async change(ciId: string, minutesAgo: number, tenantId = world.ctx.tenantId) {
      const at = new Date((options.clock?.now() ?? new Date()).getTime() - minutesAgo * 60_000).toISOString();
      const subject = { kind: "ci", id: ciId } as const;
      const told = { kind: "ci.updated", before: {}, after: {}, actor: "tester", requestId: newId() } as const;
      const entry = { id: newId(), subject, version: 2, at, ...told };
      await world.postgres.transaction((tx) => historySink(tx, tenantId, [entry]));
    },

    /** An event on these CIs, so many seconds from now. */
    alarm: async (ciIds: string[], fields: Reported & { seconds?: number } = {}, ctx = world.ctx) => {
      const { seconds = 0, ...rest } = fields;
      const occurredAt = new Date((options.clock?.now() ?? new Date()).getTime() + seconds * 1_000);
      const { event } = await world.report({ affectedCis: ciIds, occurredAt, title: `Alarm ${newId()}`, ...rest }, ctx);
      return event.id;
    },
  };
}

export type CorrelationWorld = Awaited<ReturnType<typeof createCorrelationWorld>>;
