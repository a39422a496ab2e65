import { BUILT_IN_TYPES } from "../../../model/relationships.ts";
import type { CheckedFilter, CheckedQuery } from "../checked-query.ts";
import type { Reached } from "./conditions.ts";
import {
  CI_STARTS,
  EXPANSIONS,
  type Fragment,
  fill,
  join,
  NODE,
  RELATIONSHIP_STARTS,
  RELATIONSHIP_UNION,
} from "./fragments.ts";
import type { Scope } from "./scope.ts";

/** Where a statement begins: at the most telling condition that an index serves. It narrows; every condition is still tested. */
export function startOf(
  scope: Scope,
  query: CheckedQuery,
  reached: Reached | undefined,
  among?: readonly string[],
): Fragment {
  const wanted = (path: string) => wantedOf(query, path);
  const at = (v: Fragment, ids: string, names: string): Fragment | undefined => {
    const [byId, byName] = [wanted(ids), wanted(names)];
    if (byId) return fill(CI_STARTS.ids, { v, ids: scope.param(byId) });
    return byName && fill(CI_STARTS.names, { v, names: scope.param(byName) });
  };
  if (query.entity.name === "relationship") return relationshipStart(scope, wanted, at);
  const v = NODE.record;
  if (among) return fill(CI_STARTS.ids, { v, ids: scope.param([...new Set(among)]) });
  if (query.entity.name === "software") {
    const ids = wanted("ci_id");
    const instance = ids ? fill(CI_STARTS.ids, { v, ids: scope.param(ids) }) : keysStart(reached);
    const server = instance ? undefined : at(NODE.server, "server.id", "server.name");
    if (server) return join([server, fill(EXPANSIONS.instancesOfServer, {})], "\n");
    const types = () => fill(CI_STARTS.types, { v, types: scope.param(["software_instance"]) });
    return join([instance ?? at(v, "id", "name") ?? types(), fill(EXPANSIONS.serverOfInstance, {})], "\n");
  }
  return (
    (wanted("id") ? at(v, "id", "name") : undefined) ??
    keysStart(reached) ??
    at(v, "id", "name") ??
    ciStart(scope, query)
  );
}

function keysStart(reached: Reached | undefined): Fragment | undefined {
  return reached && !reached.negate ? fill(CI_STARTS.keys, { v: NODE.record, ids: reached.ids }) : undefined;
}

function ciStart(scope: Scope, query: CheckedQuery): Fragment {
  const v = NODE.record;
  const types = query.entity.name === "service" ? ["business_service"] : wantedOf(query, "type");
  if (types) return fill(CI_STARTS.types, { v, types: scope.param(types) });
  const { field, from } = query.time ?? {};
  if (from !== undefined && field?.path === "created_at") {
    return fill(CI_STARTS.created, { v, from: scope.param(from) });
  }
  if (from !== undefined && field?.path === "updated_at") {
    return fill(CI_STARTS.updated, { v, from: scope.param(from) });
  }
  return fill(CI_STARTS.all, { v });
}

function relationshipStart(
  scope: Scope,
  wanted: (path: string) => unknown[] | undefined,
  at: (v: Fragment, ids: string, names: string) => Fragment | undefined,
): Fragment {
  const ids = wanted("id");
  const source = ids ? undefined : at(NODE.source, "source.id", "source.name");
  if (source) return join([source, fill(EXPANSIONS.fromSource, {})], "\n");
  const target = ids ? undefined : at(NODE.target, "target.id", "target.name");
  if (target) return join([target, fill(EXPANSIONS.fromTarget, {})], "\n");
  const types = graphTypes(wanted("type"));
  const idParam = ids ? { ids: scope.param(ids) } : {};
  const branches = Object.entries(RELATIONSHIP_STARTS)
    .filter(([type]) => types?.has(type) ?? true)
    .map(([, start]) => fill(ids ? start.ids : start.all, idParam));
  return fill(RELATIONSHIP_UNION, { branches: join(branches, "\n  UNION ALL\n") });
}

/** The graph types of kinds: a kind that is not built in is RELATED. */
function graphTypes(kinds: unknown[] | undefined): Set<string> | undefined {
  if (!kinds) return undefined;
  const builtIn = new Set<unknown>(BUILT_IN_TYPES.map(({ graphType }) => graphType));
  return new Set(kinds.map((kind) => (builtIn.has(kind) ? String(kind) : "RELATED")));
}

/** The values of which a field must have one, each once; undefined where a form does not say. */
function wantedOf({ filters, match }: CheckedQuery, path: string): unknown[] | undefined {
  if (match === "any" && filters.length > 1) return undefined;
  const narrowing = (filter: CheckedFilter) => filter.field.path === path && (filter.op === "eq" || filter.op === "in");
  const found = filters.find(narrowing);
  return found && [...new Set(found.values)];
}
