import { systemContext } from "../../context.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createGraphEngine, type GraphEngineDeps } from "./graph/graph-engine.ts";
import type { QueryVerbs } from "./query.model.ts";
import { createQueryVerbs } from "./query.verbs.ts";
import { createSqlEngine } from "./sql/sql-engine.ts";

export interface QueryDeps extends GraphEngineDeps {
  postgres: Postgres;
}

export interface Query {
  verbs: QueryVerbs;
  /** Lets Neo4j plan a form about CIs. `tenantId` names no tenant. */
  warmUp(tenantId: string): Promise<void>;
}

/** The closed query form: one checked form behind queries, exports, reports and questions in words. */
export function createQuery(deps: QueryDeps): Query {
  const graph = createGraphEngine(deps);
  const postgres = createSqlEngine({ postgres: deps.postgres, lookup: graph.cis });
  const verbs = createQueryVerbs({ engines: { graph, postgres } });
  return {
    verbs,
    async warmUp(tenantId) {
      const filters = [{ field: "type", op: "eq" as const, value: "server" }];
      await verbs.runQuery(systemContext(tenantId, "warm-up"), { entity: "ci", filters });
    },
  };
}
