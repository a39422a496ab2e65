import type { RequestContext } from "../../../context.ts";
import { invalid } from "../../../errors.ts";
import { createHandOver } from "../../../platform/hand-over.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { type CheckedQuery, isGrouped } from "../checked-query.ts";
import { type CiLookup, QUERY_TIMEOUT_MS, type QueryEngine } from "../engine.ts";
import type { EntityName, QueryRow } from "../query.model.ts";
import { tookTooLong } from "../too-long.ts";
import { changeAnalysisStore } from "./change-analysis.store.ts";
import { eventStore } from "./event.store.ts";
import { historyStore } from "./history.store.ts";
import { incidentStore } from "./incident.store.ts";
import { idsIn, presentGroups, presentRecords } from "./present-rows.ts";
import { charsOf, type ReadLimits, readsStore, type SqlRow } from "./reads.store.ts";
import { refusals } from "./refuse.ts";
import { ciFieldsOf, needsGraph, noCis, resolveCis, valuesOf } from "./resolve-cis.ts";
import { scanStore } from "./scan.store.ts";
import type { SqlEntity } from "./sql-entity.ts";
import { type StatementInput, statementStore } from "./statement.store.ts";
import { createUnknownKeys } from "./unknown-keys.ts";
import { vulnerabilityStore } from "./vulnerability.store.ts";

export interface SqlEngineDeps {
  postgres: Postgres;
  lookup: CiLookup;
}

/** The records that stand in Postgres. */
export const SQL_ENTITIES: Partial<Record<EntityName, SqlEntity>> = {
  event: eventStore,
  incident: incidentStore,
  scan: scanStore,
  history: historyStore,
  change_analysis: changeAnalysisStore,
  vulnerability: vulnerabilityStore,
};

/** Largest answer that is held in memory, in characters: rows beyond it are cut. */
const MAX_ANSWER_CHARS = 32_000_000;
/** Rows that are read without a cursor, which costs several round trips. */
const MAX_ROWS_AT_ONCE = 100;
/** Longest that the reader of a stream may leave a page. */
const READER_PATIENCE_MS = 30_000;

/** A form with its entity, before its CIs are known. */
type Asked = Omit<StatementInput, "cis">;

/** Answers forms about the records in Postgres; what a form says of CIs is asked of the graph by their ids. */
export function createSqlEngine({ postgres, lookup }: SqlEngineDeps): QueryEngine {
  const resolve = (ctx: RequestContext, asked: Asked, limits: ReadLimits) =>
    resolveCis({
      ctx: { ...ctx, signal: limits.signal },
      query: asked.query,
      lookup,
      async namedCis(cis, limit) {
        const statement = statementStore.namedCis({ ...asked, cis }, limit + 1);
        const rows = await readsStore.inSnapshot(postgres, limits, (tx) =>
          readsStore.query<{ ci_id: string }>(tx, statement),
        );
        return rows.length > limit ? undefined : rows.map(({ ci_id }) => ci_id);
      },
    });

  const present = async (ctx: RequestContext, { entity, query }: Asked, rows: SqlRow[]): Promise<QueryRow[]> => {
    if (isGrouped(query)) return presentGroups(query, rows);
    const fields = query.fields.filter(needsGraph);
    const values = await valuesOf({ ctx, lookup }, fields, fields.length > 0 ? idsIn(rows) : []);
    return presentRecords(query.fields, rows, { several: entity.links?.several ?? false, values });
  };

  return {
    faults: (query) => refusals(entityOf(query), query),
    unknownKeys: createUnknownKeys(postgres),

    run: (ctx, query) =>
      withinTime(ctx, QUERY_TIMEOUT_MS, async (limits) => {
        const asked = askedOf(ctx, query);
        const input = { ...asked, cis: await resolve(ctx, asked, limits) };
        const { rows, total } = await readsStore.inSnapshot(postgres, limits, (tx) => readAll(tx, input, limits));
        return { rows: await present({ ...ctx, signal: limits.signal }, asked, rows), total };
      }),

    async stream(ctx, query, { limit, timeoutMs }) {
      const asked = askedOf(ctx, query);
      const cis = await withinTime(ctx, timeoutMs, (limits) => resolve(ctx, asked, limits));
      const statement = isGrouped(query)
        ? statementStore.groups({ ...asked, cis }, limit)
        : statementStore.records({ ...asked, cis }, limit);
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, ...(ctx.signal ? [ctx.signal] : [])]);
      const handOver = createHandOver<QueryRow[]>(READER_PATIENCE_MS);
      readsStore
        .inSnapshot(postgres, { signal, timeoutMs }, async (tx) => {
          for await (const page of readsStore.pages(tx, statement, timeoutMs)) {
            await handOver.put(await present({ ...ctx, signal }, asked, page));
          }
        })
        .then(handOver.end, handOver.fail);
      // Read before the answer begins, so that a refusal is still one.
      return followed(await handOver.values.next(), handOver.values, stop);
    },

    async explain(ctx, query) {
      const asked = askedOf(ctx, query);
      const input = { ...asked, cis: { ...noCis(), ...unknownCis(query) } };
      const statement = isGrouped(query)
        ? statementStore.groups(input, query.limit)
        : statementStore.records(input, query.limit);
      return {
        store: "postgres",
        ...graphPart(query),
        statement: statement.text,
        plan: await readsStore.plan(postgres, statement),
      };
    },
  };
}

function entityOf({ entity }: CheckedQuery): SqlEntity {
  const found = SQL_ENTITIES[entity.name];
  if (!found) throw new Error(`${entity.name} does not stand in Postgres`);
  return found;
}

/** Throws 400 for what the entity cannot answer. */
function askedOf({ tenantId }: RequestContext, query: CheckedQuery): Asked {
  const entity = entityOf(query);
  const faults = refusals(entity, query);
  if (faults.length > 0) throw invalid(faults);
  return { tenantId, entity, query };
}

/** Throws 503 once the time is over, whichever store works then. */
async function withinTime<T>(
  { signal }: RequestContext,
  timeoutMs: number,
  work: (limits: ReadLimits) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await work({ signal: signal ? AbortSignal.any([signal, late]) : late, timeoutMs });
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw tookTooLong(timeoutMs, error);
    throw error;
  }
}

/** Rows up to the form's limit and to the size that an answer may have, and how many there are. */
async function readAll(tx: Sql, input: StatementInput, limits: ReadLimits): Promise<{ rows: SqlRow[]; total: number }> {
  const { query } = input;
  if (isGrouped(query)) {
    const rows = await readsStore.query(tx, statementStore.groups(input, query.limit));
    return { rows, total: Number(rows[0]?.total ?? 0) };
  }
  // So few rows come in one answer of the store.
  if (query.limit <= MAX_ROWS_AT_ONCE) {
    const few = await readsStore.query(tx, statementStore.records(input, query.limit));
    return { rows: few, total: few.length < query.limit ? few.length : await totalOf(tx, input, few.length) };
  }
  const rows: SqlRow[] = [];
  let chars = 0;
  for await (const page of readsStore.pages(tx, statementStore.records(input, query.limit), limits.timeoutMs)) {
    for (const row of page) rows.push(row);
    chars += charsOf(page);
    if (chars > MAX_ANSWER_CHARS) break;
  }
  if (chars <= MAX_ANSWER_CHARS && rows.length < query.limit) return { rows, total: rows.length };
  return { rows, total: await totalOf(tx, input, rows.length) };
}

/** At least as many as were found. */
async function totalOf(tx: Sql, input: StatementInput, found: number): Promise<number> {
  const [counted] = await readsStore.query<{ total: number }>(tx, statementStore.count(input));
  return Math.max(counted?.total ?? 0, found);
}

/** The pages from the first on. Leaving early ends the reading. */
function followed<T>(
  first: IteratorResult<T>,
  others: AsyncIterableIterator<T>,
  stop: AbortController,
): AsyncIterableIterator<T> {
  let isFirst = true;
  const all: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => all,
    async next() {
      if (!isFirst) return others.next();
      isFirst = false;
      return first;
    },
    async return() {
      stop.abort();
      await others.return?.();
      return { done: true, value: undefined };
    },
  };
  return all;
}

/** Stands for what the graph would say, where a form is only explained. */
function unknownCis({ filters, path, impact, ...rest }: CheckedQuery) {
  return {
    matching: new Map(filters.filter(({ field }) => field.step).map((filter) => [filter, []] as const)),
    ...((path ?? impact) && { placed: [] }),
    fields: ciFieldsOf(rest),
  };
}

/** What is asked of the graph before the statement is run. */
function graphPart({ filters, path, impact, ...rest }: CheckedQuery): { graph?: string[] } {
  const steps = [
    ...(path ? ["CIs that the path finds"] : []),
    ...(impact ? ["CIs that the impact finds"] : []),
    ...filters.filter(({ field }) => field.step).map(({ field, op }) => `CIs by ${field.path} (${op})`),
    ...ciFieldsOf(rest).map(({ path: name }) => `${name} of the CIs of the records`),
  ];
  return steps.length > 0 ? { graph: steps } : {};
}
