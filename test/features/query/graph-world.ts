import { createGraphEngine, type GraphEngineDeps } from "../../../src/features/query/graph/graph-engine.ts";
import type { QueryForm, QueryRow } from "../../../src/features/query/query.model.ts";
import { createQueryVerbs } from "../../../src/features/query/query.verbs.ts";
import { createQuerySlots } from "../../../src/features/query/query-slots.ts";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { createImpactCmdb } from "../impact/support.ts";

/** On a busy machine, planning a statement may take longer than a form may. */
const PATIENT_MS = 60_000;

/** Forms about the graph on the real store, over CIs that the verbs of their features made. */
export async function createGraphWorld(
  serviceHealth: GraphEngineDeps["serviceHealth"] = async () => new Map(),
  collectedAt: GraphEngineDeps["collectedAt"] = async () => new Map(),
) {
  const cmdb = await createImpactCmdb();
  const { failureKinds } = cmdb.relationships;
  const { graph, impact } = cmdb;
  const timeoutMs = PATIENT_MS;
  const engine = createGraphEngine({
    graph,
    failureKinds,
    impact: impact.verbs,
    serviceHealth,
    collectedAt,
    timeoutMs,
  });
  const verbs = createQueryVerbs({
    engines: { graph: engine, postgres: engine },
    slots: createQuerySlots(),
    listTypes: cmdb.relationships.listTypes,
  });
  return {
    ...cmdb,
    engine,
    verbs,
    /** A tenant of its own. */
    tenant() {
      const ctx = contextOf(newId());
      return {
        ctx,
        ci: (name: string, more: Parameters<typeof cmdb.newCi>[0] = {}) => cmdb.newCi({ name, ...more }, ctx),
        async link(sourceCi: string, type: string, targetCi: string, more: Record<string, unknown> = {}) {
          return (await cmdb.relationships.create(ctx, { fields: { type, sourceCi, targetCi, ...more } })).id;
        },
        ask: (form: QueryForm) => verbs.runQuery(ctx, form),
        async rows(form: QueryForm): Promise<QueryRow[]> {
          return (await verbs.runQuery(ctx, form)).rows;
        },
        /** Names of the CIs that a form finds, in order of name. */
        async names(form: Omit<QueryForm, "entity" | "fields">): Promise<unknown[]> {
          const { rows } = await verbs.runQuery(ctx, {
            entity: "ci",
            fields: ["name"],
            order: [{ field: "name" }],
            ...form,
          });
          return rows.map(({ name }) => name);
        },
      };
    },
  };
}

export type GraphWorld = Awaited<ReturnType<typeof createGraphWorld>>;
