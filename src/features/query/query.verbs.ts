import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, invalid } from "../../errors.ts";
import { isScope, type Scope } from "../../model/scopes.ts";
import type { RelationshipVerbs } from "../relationships/index.ts";
import { checkQuery } from "./check-query.ts";
import type { CheckedQuery } from "./checked-query.ts";
import { type FreeKey, QUERY_TIMEOUT_MS, type QueryEngine } from "./engine.ts";
import type { Entity } from "./fields/entity.ts";
import { QUERY_ENTITIES } from "./fields/index.ts";
import type { QueryForm, QueryVerbs } from "./query.model.ts";
import { type QuerySlots, releasedAfter } from "./query-slots.ts";

export interface QueryVerbDeps {
  slots: QuerySlots;
  engines: Record<Entity["store"], QueryEngine>;
  listTypes: RelationshipVerbs["listTypes"];
}

export function createQueryVerbs({ engines, slots, listTypes }: QueryVerbDeps): QueryVerbs {
  const check = async (ctx: RequestContext, form: QueryForm): Promise<CheckedQuery> => {
    requireScope(ctx, "reports.read");
    const entity = QUERY_ENTITIES[form.entity];
    for (const scope of entity?.scopes ?? []) requireScope(ctx, scopeOf(scope));
    const unknownKeys = async (_: Entity, keys: readonly FreeKey[]) => {
      // Keys of CIs lie in the graph, also where a form of Postgres goes through a CI.
      const inGraph = keys.filter(({ owner }) => QUERY_ENTITIES[owner]?.store === "graph");
      const others = keys.filter((key) => !inGraph.includes(key));
      const [graph, postgres] = await Promise.all([
        inGraph.length > 0 ? engines.graph.unknownKeys(ctx.tenantId, inGraph) : [],
        others.length > 0 ? engines.postgres.unknownKeys(ctx.tenantId, others) : [],
      ]);
      return [...graph, ...postgres];
    };
    const relationshipTypes = async () => (await listTypes(ctx)).map(({ name }) => name);
    const query = await checkQuery({ entities: QUERY_ENTITIES, unknownKeys, relationshipTypes }, form);
    const refused = engines[query.entity.store].faults?.(query) ?? [];
    if (refused.length > 0) throw invalid(refused);
    if (touchesCis(query)) requireScope(ctx, "cmdb.read");
    return query;
  };

  return {
    async checkQuery(ctx, form) {
      await check(ctx, form);
    },

    async runQuery(ctx, form) {
      const start = performance.now();
      const query = await check(ctx, form);
      const release = await slots.take(ctx);
      const { rows, total, cut = false } = await engines[query.entity.store].run(ctx, query).finally(release);
      const took_ms = Math.round(performance.now() - start);
      return { columns: [...query.columns], rows, total, truncated: cut || rows.length < total, took_ms };
    },

    async streamQuery(ctx, form, options = {}) {
      const query = await check(ctx, form);
      const { limit = query.limit, timeoutMs = QUERY_TIMEOUT_MS } = options;
      const release = await slots.take(ctx);
      try {
        const pages = await engines[query.entity.store].stream(ctx, query, { limit, timeoutMs });
        return { columns: [...query.columns], pages: releasedAfter(pages, release) };
      } catch (error) {
        release();
        throw error;
      }
    },

    async explainQuery(ctx, form) {
      const query = await check(ctx, form);
      return engines[query.entity.store].explain(ctx, query);
    },
  };
}

function scopeOf(name: string): Scope {
  if (!isScope(name)) throw new AppError("INTERNAL_ERROR", `No scope is called ${name}`);
  return name;
}

const SHOWN_OF_CIS: ReadonlySet<string> = new Set(["id", "name", "type"]);

/** Whether an answer tells of CIs what their own records do not show. */
function touchesCis({ entity, filters, groups, figures, fields, path, impact }: CheckedQuery): boolean {
  if (path ?? impact) return true;
  if (entity.store === "graph") return false;
  const all = [
    ...filters.map(({ field }) => field),
    ...groups,
    ...figures.flatMap(({ field }) => field ?? []),
    // Whoever reads an event reads the names of its CIs.
    ...fields.filter(({ field, key }) => key !== undefined || !SHOWN_OF_CIS.has(field.name)),
  ];
  return all.some(({ owner }) => owner === "ci");
}
