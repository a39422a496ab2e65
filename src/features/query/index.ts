import { systemContext } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createGraphEngine, type GraphEngineDeps } from "./graph/graph-engine.ts";
import type { QueryVerbs } from "./query.model.ts";
import { queryRoutes } from "./query.v1.ts";
import { createQueryVerbs, type QueryVerbDeps } from "./query.verbs.ts";
import { createQuerySlots } from "./query-slots.ts";
import { createSavedQueries, type SavedQueryVerbs } from "./saved/manage-saved-queries.ts";
import { savedQueryRoutes } from "./saved/saved-queries.v1.ts";
import { createSqlEngine } from "./sql/sql-engine.ts";

export { fieldsOf } from "./fields/index.ts";
export {
  ENTITIES,
  type EntityName,
  type QueryAnswer,
  type QueryColumn,
  type QueryForm,
  type QueryRow,
  type QueryVerbs,
  queryForm,
} from "./query.model.ts";
export type { SavedQuery } from "./saved/saved-query.model.ts";
export { scopesOfForm } from "./scopes-of-form.ts";

export interface QueryDeps extends GraphEngineDeps {
  postgres: Postgres;
  clock: Clock;
  /** Types of relationships of a tenant, for paths. */
  listTypes: QueryVerbDeps["listTypes"];
}

export interface Query {
  verbs: QueryVerbs;
  /** Saved queries that the caller reads, for reports of the templates `query:<id>`. */
  savedQueries: Pick<SavedQueryVerbs, "list" | "get">;
  routes: { v1: Route[] };
  /** Lets Neo4j plan a form about CIs. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

/** The closed query form: one checked form behind queries, exports, reports and questions in words. */
export function createQuery(deps: QueryDeps): Query {
  const graph = createGraphEngine(deps);
  const postgres = createSqlEngine({ postgres: deps.postgres, lookup: graph.cis });
  const verbs = createQueryVerbs({ ...deps, engines: { graph, postgres }, slots: createQuerySlots() });
  const saved = createSavedQueries({ ...deps, checkQuery: verbs.checkQuery });
  return {
    verbs,
    savedQueries: saved,
    routes: { v1: [...queryRoutes(verbs), ...savedQueryRoutes(saved, verbs)] },
    async warmUp(tenantId) {
      const filters = [{ field: "type", op: "eq" as const, value: "server" }];
      await verbs.runQuery(systemContext(tenantId, "warm-up"), { entity: "ci", filters });
    },
  };
}
