import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { readChanges, readEvents, readNames, rowsOf } from "./by-ids";
import type { Severity, Status } from "./words";

export type Incident = components["schemas"]["Incident"];
export type Impact = components["schemas"]["Impact"];
export type HistoryEntry = components["schemas"]["ListedEventStatusChange"];

/** An event as lists of this area show it. */
export interface EventRow {
  id: string;
  title: string;
  severity: Severity;
  status: Status;
  source: string;
  affected_cis: string[];
  occurred_at: string;
  last_seen: string;
  updated_at: string;
  resolved_at: string | null;
  occurrences: number;
  flapping: boolean;
  suppressed: boolean;
}

export interface CiChange {
  id: string;
  action: string;
  "subject.id": string;
  name: string | null;
  actor: string;
  at: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Most events whose people's actions are read: each is a request of its own. */
export const MAX_HISTORIES = 40;
/** A change counts as near a problem from this long before it. */
const BEFORE_MS = 2 * 60 * 60_000;

export const useIncident = (id: string) =>
  useQuery({
    queryKey: ["incident", "one", id],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/incidents/{id}", { params: { path: { id } }, signal })),
  });

export function useIncidentEvents(ids: readonly string[]) {
  const mayQuery = useMay()("reports.read");
  return useQuery({
    queryKey: ["event", "by-id", ids, mayQuery],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readEvents(ids, { mayQuery, signal }),
  });
}

/** Incidents of more events have no one title that says what they are. */
const FEW_EVENTS = 20;

/** A title for each of the incidents that have no cause: that of one of its events. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const mayQuery = useMay()("reports.read");
  const { data } = useQuery({
    queryKey: ["incident", "events-of", ids],
    enabled: ids.length > 0 && mayQuery,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      rowsOf<{ id: string; event_ids: string[] }>(
        {
          entity: "incident",
          filters: [
            { field: "id", op: "in", value: ids.slice(0, 1_000) },
            { field: "event_count", op: "lte", value: FEW_EVENTS },
          ],
          fields: ["id", "event_ids"],
          limit: 1_000,
        },
        signal,
      ),
  });
  const firsts = new Map(data?.map(({ id, event_ids }) => [event_ids[0] ?? "", id]));
  const events = useIncidentEvents([...firsts.keys()].filter(Boolean).sort()).data ?? [];
  return new Map(events.map(({ id, title }) => [firsts.get(id) ?? "", title]));
}

/** Names of CIs by id; what was deleted or may not be seen is missing. */
export function useCiNames(ids: readonly string[]): ReadonlyMap<string, { name: string; type: string }> {
  const may = useMay();
  const wanted = [...new Set(ids)].sort().slice(0, 1_000);
  const { data } = useQuery({
    queryKey: ["ci", "names", wanted],
    enabled: wanted.length > 0 && may("cmdb.read"),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readNames(wanted, { mayQuery: may("reports.read"), signal }),
  });
  return new Map(data?.map(({ id, name, type }) => [id, { name, type }]));
}

/** Changes of the CIs from shortly before the first alarm. */
export function useCiChanges(ids: readonly string[], firstSeen: string | undefined) {
  const may = useMay();
  const wanted = [...new Set(ids)].sort().slice(0, 1_000);
  return useQuery({
    queryKey: ["ci", "changes", wanted, firstSeen],
    enabled: wanted.length > 0 && firstSeen !== undefined && may("cmdb.read"),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const from = new Date(Date.parse(firstSeen!) - BEFORE_MS).toISOString();
      return readChanges(wanted, from, { mayQuery: may("reports.read"), signal });
    },
  });
}

/**
 * What people did with each event. An event's `updated_at` stands in the key: its history is read again when it changed,
 * not whenever any event does.
 */
export function useHistories(events: readonly EventRow[]) {
  return useQueries({
    queries: events.slice(0, MAX_HISTORIES).map(({ id, updated_at }) => historyOf(id, updated_at)),
    combine: (results) => ({
      entries: results.flatMap(({ data }, index) => (data ?? []).map((entry) => ({ ...entry, event: events[index]! }))),
      error: results.find(({ error }) => error)?.error,
      isLoading: results.some(({ isPending }) => isPending),
    }),
  });
}

export const historyOf = (id: string, updatedAt: string) => ({
  queryKey: ["event-history", id, updatedAt],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<HistoryEntry[]> =>
    (await bodyOf(v1.GET("/v1/events/{id}/history", { params: { path: { id }, query: { limit: 100 } }, signal }))).data,
});

export function useImpact(ciId: string | undefined) {
  const may = useMay();
  return useQuery({
    queryKey: ["graph", "impact", ciId],
    enabled: ciId !== undefined && may("cmdb.read"),
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/ci/{id}/impact", { params: { path: { id: ciId! } }, signal })) as Promise<Impact>,
  });
}

/** Maintenance windows that are not over, of any of the CIs. */
export function useWindowsOf(ciIds: readonly string[]) {
  const { data } = useQuery({
    queryKey: ["maintenance", "newest"],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/maintenance-windows", { params: { query: { limit: 100 } }, signal })),
  });
  const now = Date.now();
  const wanted = new Set(ciIds);
  return (data?.data ?? []).filter(
    ({ to, ci_ids }) => Date.parse(to ?? "") > now && ci_ids?.some((id) => wanted.has(id)),
  );
}
