import type { RequestContext } from "../../../context.ts";
import { invalid, type Violation } from "../../../errors.ts";
import type { CheckedField, CheckedFilter, CheckedQuery } from "../checked-query.ts";
import type { CiLookup, CiSelection } from "../engine.ts";
import type { QueryRow } from "../query.model.ts";

/** What the graph said of the CIs that a form names. */
export interface ResolvedCis {
  /** By filter on a CI's field: ids of CIs with that value; of `ne` and `missing`, of those that the filter excludes. */
  matching: Map<CheckedFilter, readonly string[]>;
  /** Ids of the CIs that `path` or `impact` finds. */
  placed?: readonly string[];
  /** Fields of CIs that groups and figures are made of, and their values by id. */
  fields: readonly CheckedField[];
  values: ReadonlyMap<string, QueryRow>;
}

/** Nothing known yet. */
export const noCis = (): ResolvedCis => ({ matching: new Map(), fields: [], values: new Map() });

export interface ResolveInput {
  ctx: RequestContext;
  query: CheckedQuery;
  lookup: CiLookup;
  /** Ids of the CIs that the records name which match as far as is known, undefined if there are more than `limit`. */
  namedCis(known: ResolvedCis, limit: number): Promise<string[] | undefined>;
}

/** CIs of the graph that are compared with records by their ids; where more match, the records' own CIs are judged. */
const MOST_MATCHING = 20_000;
/** CIs of records that are judged by the graph. */
const MOST_NAMED = 100_000;
/** CIs that the graph is asked about at once. */
const PAGE = 5_000;

/**
 * Asks the graph which CIs match the parts of a form that lie there. From the smaller side: the ids of the CIs that match,
 * or else those of the CIs that the records name. Throws 400 where both are too many to be exact.
 */
export async function resolveCis(input: ResolveInput): Promise<ResolvedCis> {
  const { query } = input;
  const known = noCis();
  const faults: Violation[] = [];
  const find = async (at: string, selection: CiSelection) => {
    const ids = (await fewMatching(input, selection)) ?? (await matchingNamed(input, selection, known));
    if (!ids) faults.push({ field: at, reason: tooMany(query) });
    return ids;
  };
  const place = query.path ? "path" : "impact";
  const { path, impact } = query;
  if (path ?? impact) {
    const placed = await find(place, { ...NO_FILTERS, ...(path && { path }), ...(impact && { impact }) });
    if (placed) known.placed = placed;
  }
  for (const [i, filter] of query.filters.entries()) {
    if (!filter.field.step) continue;
    const ids = await find(`filters.${i}.field`, selectionOf(filter));
    if (ids) known.matching.set(filter, ids);
  }
  const fields = ciFieldsOf(query);
  if (faults.length === 0 && fields.length > 0) {
    const named = await input.namedCis(known, MOST_NAMED);
    if (named) return { ...known, fields, values: await valuesOf(input, fields, named) };
    faults.push({ field: `group_by.${query.groups.findIndex(({ step }) => step)}`, reason: tooMany(query) });
  }
  if (faults.length > 0) throw invalid(faults);
  return known;
}

const NO_FILTERS = { filters: [], match: "all" } as const;

function tooMany({ entity }: CheckedQuery): string {
  return (
    `the ${entity.name} records in question name more than ${MOST_NAMED.toLocaleString("en")} CIs: ` +
    "ask for less, by a shorter time or further filters"
  );
}

/** The filter as one of the CI itself, without its negation: what it excludes. */
function selectionOf({ field, op, values }: CheckedFilter): CiSelection {
  const { step: _, ...own } = field;
  const path = field.path.slice(field.path.indexOf(".") + 1);
  const positive = op === "ne" ? "eq" : op === "missing" ? "exists" : op;
  return { ...NO_FILTERS, filters: [{ field: { ...own, path }, op: positive, values }] };
}

/** Fields of CIs that groups and figures are made of, each once. */
export function ciFieldsOf({ groups, figures }: Pick<CheckedQuery, "groups" | "figures">): CheckedField[] {
  return [...groups, ...figures.flatMap(({ field }) => field ?? [])].filter(needsGraph);
}

/** Whether the graph holds the value: records know the ids of their CIs themselves, of deleted ones too. */
export function needsGraph({ step, field }: CheckedField): boolean {
  return step !== undefined && field.name !== "id";
}

async function fewMatching({ ctx, lookup }: ResolveInput, selection: CiSelection): Promise<string[] | undefined> {
  const ids: string[] = [];
  for await (const page of lookup.matching(ctx, selection)) {
    for (const id of page) ids.push(id);
    if (ids.length > MOST_MATCHING) return undefined;
  }
  return ids;
}

async function matchingNamed(
  { ctx, lookup, namedCis }: ResolveInput,
  selection: CiSelection,
  known: ResolvedCis,
): Promise<string[] | undefined> {
  const named = await namedCis(known, MOST_NAMED);
  if (!named) return undefined;
  const found: string[] = [];
  for (const page of pagesOf(named)) {
    for (const id of await lookup.matchingAmong(ctx, selection, page)) found.push(id);
  }
  return found;
}

/** Values of fields, keyed by the path with its step, of CIs that exist. */
export async function valuesOf(
  { ctx, lookup }: Pick<ResolveInput, "ctx" | "lookup">,
  fields: readonly CheckedField[],
  ids: readonly string[],
): Promise<Map<string, QueryRow>> {
  const found = new Map<string, QueryRow>();
  const own = fields.map(({ step: _, ...field }) => field);
  for (const page of pagesOf(ids)) {
    for (const [id, row] of await lookup.values(ctx, own, page)) found.set(id, row);
  }
  return found;
}

function pagesOf(ids: readonly string[]): string[][] {
  const pages: string[][] = [];
  for (let i = 0; i < ids.length; i += PAGE) pages.push(ids.slice(i, i + PAGE));
  return pages;
}
