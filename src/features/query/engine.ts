import type { RequestContext } from "../../context.ts";
import type { Violation } from "../../errors.ts";
import type { CheckedField, CheckedQuery, FreeObject } from "./checked-query.ts";
import type { EntityName, QueryRow } from "./query.model.ts";

/** A key below a free object of an entity, see `CheckedField.key`. */
export interface FreeKey {
  owner: EntityName;
  object: FreeObject;
  key: string;
}

export interface EngineStreamOptions {
  /** Most rows. */
  limit: number;
  /** Longest time in milliseconds. */
  timeoutMs: number;
}

export interface EngineAnswer {
  rows: QueryRow[];
  total: number;
  /** Whether a search before the rows was cut off, so that rows may be missing even of `total`. */
  cut?: boolean;
}

/** Answers checked forms about the entities of one store. Every statement holds to the tenant, a row limit and a time limit. */
export interface QueryEngine {
  /**
   * Which of the keys no record of the tenant has, each with the nearest ones that exist, best first: `attributes.os`.
   * Other tenants' keys are unknown.
   */
  unknownKeys(tenantId: string, keys: readonly FreeKey[]): Promise<{ key: FreeKey; nearest: string[] }[]>;
  /** What this store cannot answer although the fields exist, each fault by its place in the form. */
  faults?(query: CheckedQuery): Violation[];
  /**
   * Rows up to the limit, keyed by column, and how many there are without it. Throws 404 and 400 for the CI in `path.of` and
   * `impact.of`, 503 after `QUERY_TIMEOUT_MS`; ends when `ctx.signal` is aborted.
   */
  run(ctx: RequestContext, query: CheckedQuery): Promise<EngineAnswer>;
  /** The same in pages, read from the store as they are taken. Rejects before the first page as `run`. */
  stream(ctx: RequestContext, query: CheckedQuery, options: EngineStreamOptions): Promise<AsyncIterable<QueryRow[]>>;
  /** What would be run, without running it: statements without values, and the store's plans. */
  explain(ctx: RequestContext, query: CheckedQuery): Promise<unknown>;
}

/** Which CIs count: conditions on a CI, `path` and `impact` of a form. Its fields are `ci`'s, without steps. */
export type CiSelection = Pick<CheckedQuery, "filters" | "match" | "path" | "impact">;

/** For entities of Postgres that name CIs: what the graph knows of these. */
export interface CiLookup {
  /** Ids of the CIs that match, ascending, in pages. */
  matching(ctx: RequestContext, selection: CiSelection): AsyncIterable<string[]>;
  /** Which of the ids are CIs that match. */
  matchingAmong(ctx: RequestContext, selection: CiSelection, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Values of fields by id of the CI, keyed by `CheckedField.path`; CIs that do not exist are absent. */
  values(
    ctx: RequestContext,
    fields: readonly CheckedField[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, QueryRow>>;
}

/** Longest that a form may take, in milliseconds. */
export const QUERY_TIMEOUT_MS = 10_000;
