import type { operations } from "../../api/v1";

export type CiQuery = NonNullable<operations["listCis"]["parameters"]["query"]>;
export const CI_STATUSES = ["active", "inactive", "maintenance"] as const;
export type CiStatus = (typeof CI_STATUSES)[number];
export const SORTS = ["created_at", "updated_at", "name"] as const;
/** Windows of "changed since": the address keeps the window, so that it means the same tomorrow. */
export const WINDOWS: Readonly<Record<string, { label: string; hours: number }>> = {
  "1h": { label: "last hour", hours: 1 },
  "24h": { label: "last 24 hours", hours: 24 },
  "7d": { label: "last 7 days", hours: 7 * 24 },
  "30d": { label: "last 30 days", hours: 30 * 24 },
};

/** What the address of the list says. Lists are words separated by commas. */
export interface ListSearch {
  q?: string;
  type?: string;
  status?: string;
  /** A window, or a time (ISO 8601). */
  since?: string;
  sort?: (typeof SORTS)[number];
  order?: "asc" | "desc";
  columns?: string;
}

export function validateListSearch(given: Record<string, unknown>): ListSearch {
  const { q, type, since, columns } = given;
  const status = split(given.status).filter((one) => CI_STATUSES.some((known) => known === one));
  const sort = SORTS.find((one) => one === given.sort);
  const isTime = typeof since === "string" && (since in WINDOWS || !Number.isNaN(Date.parse(since)));
  return {
    ...(["string", "number"].includes(typeof q) && String(q).trim() && { q: String(q).slice(0, 500) }),
    ...(split(type).length > 0 && { type: split(type).join(",") }),
    ...(status.length > 0 && { status: status.join(",") }),
    ...(isTime && { since }),
    ...(sort && { sort, order: given.order === "desc" ? "desc" : "asc" }),
    ...(typeof columns === "string" && columns && { columns: columns.slice(0, 2_000) }),
  };
}

export function split(list: unknown): string[] {
  return typeof list === "string" ? list.split(",").flatMap((one) => one.trim() || []) : [];
}

/** The filters as the interface takes them. */
export function queryOf({ q, type, status, since, sort, order }: ListSearch): CiQuery {
  return {
    ...(q && { search: q }),
    ...(type && { type: split(type) }),
    ...(status && { status: split(status) as CiStatus[] }),
    ...(since && { updated_since: timeOf(since) }),
    ...(sort && { sort, order: order ?? "asc" }),
  };
}

/** Whole minutes, so that a list that is read anew asks the same. */
export function timeOf(since: string): string {
  const window = WINDOWS[since];
  if (!window) return new Date(since).toISOString();
  return new Date(Math.floor(Date.now() / 60_000) * 60_000 - window.hours * 3_600_000).toISOString();
}
