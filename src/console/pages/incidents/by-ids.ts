import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import type { CiChange, EventRow } from "./incident-data";

type QueryForm = components["schemas"]["QueryForm"];

/** Things that are read one by one, where the user may run no queries: more would be too many requests. */
export const MAX_SINGLE = 40;
const MAX_CHANGES = 200;
const EVENT_FIELDS =
  "id,title,severity,status,source,affected_cis,occurred_at,last_seen,updated_at,resolved_at,occurrences,flapping,suppressed";

/** What a read needs to know of the user and of the page's interest in the answer. */
export interface ReadBy {
  /** Queries need the scope `reports.read`. They find many things in one request; lists have no filter by ids. */
  mayQuery: boolean;
  signal: AbortSignal;
}

/** Rows of a query form. */
export async function rowsOf<T>(body: QueryForm, signal: AbortSignal): Promise<T[]> {
  const answer = await bodyOf(v1.POST("/v1/query", { body, signal }));
  return (answer as unknown as { rows: T[] }).rows;
}

/** Events by their ids, those that happened first first. */
export async function readEvents(ids: readonly string[], { mayQuery, signal }: ReadBy): Promise<EventRow[]> {
  if (mayQuery) {
    const filters = [{ field: "id", op: "in" as const, value: [...ids] }];
    const order = [{ field: "occurred_at" }];
    return rowsOf({ entity: "event", filters, fields: EVENT_FIELDS.split(","), order, limit: ids.length }, signal);
  }
  const events: EventRow[] = await allOf(ids, (id) =>
    bodyOf(v1.GET("/v1/events/{id}", { params: { path: { id } }, signal })),
  );
  return events.sort((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at));
}

/** Names of CIs by their ids. */
export async function readNames(ids: readonly string[], { mayQuery, signal }: ReadBy) {
  type Named = { id: string; name: string; type: string };
  if (mayQuery) {
    const filters = [{ field: "id", op: "in" as const, value: [...ids] }];
    return rowsOf<Named>({ entity: "ci", filters, fields: ["id", "name", "type"], limit: ids.length }, signal);
  }
  return allOf<Named>(ids, (id) => bodyOf(v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id } }, signal })));
}

/** Changes of CIs from a time on, the first first. */
export async function readChanges(ids: readonly string[], from: string, { mayQuery, signal }: ReadBy) {
  if (mayQuery) {
    return rowsOf<CiChange>(
      {
        entity: "history",
        filters: [{ field: "ci_id", op: "in", value: [...ids] }],
        fields: ["id", "action", "subject.id", "name", "actor", "at", "before", "after"],
        time: { from },
        order: [{ field: "at" }],
        limit: MAX_CHANGES,
      },
      signal,
    );
  }
  const changes = await allOf(ids, async (id): Promise<CiChange[]> => {
    const { data } = await bodyOf(
      v1.GET("/v1/cmdb/ci/{id}/history", { params: { path: { id }, query: { limit: 20 } }, signal }),
    );
    return data.map((entry) => ({ ...changeOf(entry), "subject.id": id }));
  });
  return changes.flat().filter(({ at }) => Date.parse(at) >= Date.parse(from));
}

function changeOf(entry: components["schemas"]["ListedHistoryEntry"]): Omit<CiChange, "subject.id"> {
  const { id, action = "", actor = "system", at = "", before = null, after = null } = entry;
  const name = (after ?? before)?.name;
  return { id, action, actor, at, before, after, name: typeof name === "string" ? name : null };
}

/** One by one, the first ones only; what was deleted meanwhile is left out. */
async function allOf<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const answers = await Promise.allSettled(ids.slice(0, MAX_SINGLE).map(read));
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const failed = answers.find((answer) => answer.status === "rejected");
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}
