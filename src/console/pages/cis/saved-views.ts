import type { components } from "../../api/v1";
import { type ListSearch, SORTS, split, timeOf, validateListSearch, WINDOWS } from "./list-search";

type QueryForm = components["schemas"]["QueryForm"];

/**
 * A view is a saved query, so that it also runs as a question and as a report. The list shows every saved query of CIs
 * whose conditions it has filters for.
 */
export function formOf(search: ListSearch, shown: readonly string[]): QueryForm {
  const filters: NonNullable<QueryForm["filters"]> = [];
  if (search.q) filters.push({ field: "name", op: "contains", value: search.q });
  if (search.type) filters.push({ field: "type", op: "in", value: split(search.type) });
  if (search.status) filters.push({ field: "status", op: "in", value: split(search.status) });
  if (search.since) filters.push({ field: "updated_at", op: "gte", value: timeOf(search.since) });
  return {
    entity: "ci",
    filters,
    fields: shown.map((name) => (name === "relationships" ? "relationships.count" : name)),
    ...(search.sort && { order: [{ field: search.sort, direction: search.order ?? "asc" }] }),
  } as QueryForm;
}

/** The list's address for a saved query; undefined where the list cannot show the same. */
export function searchOf(form: QueryForm, note: string | null | undefined): ListSearch | undefined {
  const { entity, filters = [], fields = [], order = [], time, match, group_by, aggregate, impact, path } = form;
  if (entity !== "ci" || group_by || aggregate || impact || path) return undefined;
  if (match === "any" && filters.length > 1) return undefined;
  const search: Record<string, unknown> = {};
  for (const { field, op, value } of filters) {
    const list = Array.isArray(value) ? value.join(",") : String(value);
    if (field === "name" && op === "contains" && !search.q) search.q = list;
    else if ((field === "type" || field === "status") && (op === "in" || op === "eq") && !search[field])
      search[field] = list;
    else if (field === "updated_at" && op === "gte" && !search.since) search.since = list;
    else return undefined;
  }
  if (time) return undefined;
  const window = Object.keys(WINDOWS).find((key) => noteOf({ since: key }) === note);
  if (search.since && window) search.since = window;
  const [first, ...others] = order;
  if (others.length > 0 || (first && !SORTS.some((known) => known === first.field))) return undefined;
  const columns = fields.map((name) => (name === "relationships.count" ? "relationships" : name)).join(",");
  return validateListSearch({ ...search, sort: first?.field, order: first?.direction ?? "asc", columns });
}

/** The query language has fixed times only: a window stands in the description, where people can read it too. */
export function noteOf({ since }: ListSearch): string | null {
  const window = since ? WINDOWS[since] : undefined;
  return window ? `Changed in the ${window.label}` : null;
}
