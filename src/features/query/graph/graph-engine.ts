import type { RequestContext } from "../../../context.ts";
import type { ComposedStatement } from "../../../platform/graph/graph.ts";
import type { CheckedField, CheckedQuery } from "../checked-query.ts";
import {
  type CiLookup,
  type CiSelection,
  type EngineStreamOptions,
  QUERY_TIMEOUT_MS,
  type QueryEngine,
} from "../engine.ts";
import { ciEntity } from "../fields/ci.ts";
import type { QueryRow } from "../query.model.ts";
import { resolveField } from "../resolve-field.ts";
import { fillLookups, type LookupDeps } from "./fill-lookups.ts";
import type { Fragment } from "./fragments.ts";
import { findUnknownKeys } from "./free-keys.ts";
import { findPlace, type PlaceDeps } from "./places.ts";
import { type Patience, queryGraph } from "./query.graph.store.ts";
import { createScope, type Scope } from "./scope.ts";
import { composeStatements, type Statements } from "./statements.ts";
import { walkOf } from "./walk.ts";

export interface GraphEngineDeps extends PlaceDeps, LookupDeps {
  /** Longest that a form may take, in milliseconds; default `QUERY_TIMEOUT_MS`. */
  timeoutMs?: number;
}

/** A form that is ready to run: its lookups are filled. */
interface Prepared {
  statements: Statements;
  /** Whether `path` or `impact` was cut off. */
  cut: boolean;
  /** A statement with its parameters. */
  bind(text: Fragment, limit?: number): ComposedStatement;
}

/** Answers forms about CIs, relationships, software and services by native Cypher. */
export function createGraphEngine(deps: GraphEngineDeps): QueryEngine & { cis: CiLookup } {
  const { graph } = deps;
  const prepare = (ctx: RequestContext, query: CheckedQuery, patience: Patience, among?: readonly string[]) =>
    prepareForm(deps, ctx, query, { patience, among });

  const pagesOf = async (ctx: RequestContext, query: CheckedQuery, { limit, timeoutMs }: EngineStreamOptions) => {
    const patience = patienceOf(ctx, timeoutMs);
    const { statements, bind } = await prepare(ctx, query, patience);
    return decoded(queryGraph.pages(graph, bind(statements.rows, limit), patience), statements);
  };

  return {
    unknownKeys: (tenantId, keys) => findUnknownKeys(graph, tenantId, keys, patienceOf({}, deps.timeoutMs)),

    async run(ctx, query) {
      const patience = patienceOf(ctx, deps.timeoutMs);
      const { statements, bind, cut } = await prepare(ctx, query, patience);
      const found = await queryGraph.all(graph, bind(statements.rows, query.limit), patience);
      const rows = found.map(statements.decode);
      const more = rows.length >= query.limit;
      const total = more ? await totalOf(deps, bind(statements.total), patience) : rows.length;
      return { rows, total: Math.max(total, rows.length), cut };
    },

    stream: pagesOf,

    explain: (ctx, query) => explain(deps, ctx, query),

    cis: ciLookup(deps, prepare),
  };
}

function patienceOf({ signal }: Pick<RequestContext, "signal">, timeoutMs = QUERY_TIMEOUT_MS): Patience {
  return { deadline: performance.now() + timeoutMs, timeoutMs, signal };
}

async function prepareForm(
  deps: GraphEngineDeps,
  ctx: RequestContext,
  query: CheckedQuery,
  { patience, among }: { patience: Patience; among?: readonly string[] | undefined },
): Promise<Prepared> {
  const { tenantId } = ctx;
  const place = await findPlace(deps, ctx, query, patience);
  const compose = (scope: Scope) => {
    const reached = place && {
      ids: scope.param(Object.fromEntries(place.ids.map((id) => [id, true]))),
      negate: place.negate,
    };
    return { scope, statements: composeStatements(scope, query, { reached, among }) };
  };
  const first = compose(createScope());
  const propertiesAlone = await fillLookups(deps, tenantId, { ...first, place }, patience);
  const { scope, statements } = propertiesAlone.size > 0 ? compose(createScope(propertiesAlone)) : first;
  if (scope !== first.scope) {
    for (const lookup of scope.lookups) scope.setLookup(lookup, first.scope.valuesOf(lookup.field));
  }
  return {
    statements,
    cut: place?.cut ?? false,
    bind: (text, limit = 0) => ({ text, params: scope.paramsOf(text, { tenantId, limit }) }),
  };
}

async function* decoded(
  pages: AsyncIterable<Record<string, unknown>[]>,
  { decode }: Statements,
): AsyncGenerator<QueryRow[], void, undefined> {
  for await (const page of pages) yield page.map(decode);
}

async function totalOf({ graph }: GraphEngineDeps, statement: ComposedStatement, patience: Patience): Promise<number> {
  const [row] = await queryGraph.all(graph, statement, patience);
  return Number(row?.total ?? 0);
}

/** The statements of a form and the store's plans for them, without values and without running them. */
async function explain({ graph, failureKinds }: GraphEngineDeps, { tenantId }: RequestContext, query: CheckedQuery) {
  const scope = createScope();
  const { path, impact } = query;
  const reached = path || impact ? { ids: scope.param({}), negate: path?.negate ?? false } : undefined;
  const statements = composeStatements(scope, query, { reached });
  const planOf = async (name: string, text: Fragment) => ({
    name,
    statement: text,
    operators: await graph.plan({ text, params: scope.paramsOf(text, { tenantId, limit: query.limit }) }),
  });
  const steps = [];
  if (path) {
    const search = { id: "", depth: path.depth, ...walkOf(path, await failureKinds(tenantId)) };
    steps.push({ name: "path", operators: await queryGraph.planOfPath(graph, tenantId, search) });
  }
  if (impact) steps.push({ name: "impact", operators: [] });
  for (const lookup of scope.lookups) {
    if (lookup.kind !== "impact") steps.push(await planOf(`values of ${lookup.field.path}`, statements.lookup(lookup)));
  }
  steps.push(await planOf("rows", statements.rows), await planOf("total", statements.total));
  return { store: "graph", limit: query.limit, timeout_ms: QUERY_TIMEOUT_MS, steps };
}

type Prepare = (
  ctx: RequestContext,
  query: CheckedQuery,
  patience: Patience,
  among?: readonly string[],
) => Promise<Prepared>;

function ciLookup({ graph, timeoutMs }: GraphEngineDeps, prepare: Prepare): CiLookup {
  return {
    async *matching(ctx, selection) {
      const patience = patienceOf(ctx, timeoutMs);
      const { statements, bind } = await prepare(ctx, ciForm(selection), patience);
      for await (const page of queryGraph.pages(graph, bind(statements.ids), patience)) yield page.map(idOf);
    },

    async matchingAmong(ctx, selection, ids) {
      if (ids.length === 0) return new Set();
      const patience = patienceOf(ctx, timeoutMs);
      const { statements, bind } = await prepare(ctx, ciForm(selection), patience, ids);
      return new Set((await queryGraph.all(graph, bind(statements.ids), patience)).map(idOf));
    },

    async values(ctx, fields, ids) {
      if (ids.length === 0) return new Map();
      const patience = patienceOf(ctx, timeoutMs);
      const asRecord = (field: CheckedField): CheckedField => {
        const { step: _step, ...own } = field;
        return { ...own, owner: "ci" };
      };
      const query = ciForm({ filters: [], match: "all" }, [ID, ...fields.map(asRecord)]);
      const { statements, bind } = await prepare(ctx, query, patience, ids);
      const rows = (await queryGraph.all(graph, bind(statements.rows, ids.length), patience)).map(statements.decode);
      return new Map(rows.map((row) => [String(row.id), row]));
    },
  };
}

const ID = resolveField(ciEntity, "id")!;

/** A selection of CIs as a form of their own. */
function ciForm(selection: CiSelection, fields: readonly CheckedField[] = [ID]): CheckedQuery {
  const filters = selection.filters.map((filter) => {
    const { step, path, ...own } = filter.field;
    return { ...filter, field: { ...own, path: step ? path.slice(step.length + 1) : path } };
  });
  const order = [{ by: ID, direction: "asc" as const }];
  const rest = { groups: [], figures: [], order, limit: 0, columns: [] };
  return { ...selection, filters, entity: ciEntity, fields, ...rest };
}

function idOf({ id }: Record<string, unknown>): string {
  return String(id);
}
