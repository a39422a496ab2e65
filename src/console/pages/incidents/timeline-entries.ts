import type { CiChange, EventRow, HistoryEntry } from "./incident-data";
import type { EntryKind } from "./routes";

export type Entry =
  | { kind: "alarm"; key: string; at: string; event: EventRow }
  | { kind: "change"; key: string; at: string; change: CiChange }
  | { kind: "person"; key: string; at: string; event: EventRow; done: HistoryEntry };

/** One story of alarms, changes of CIs and people's actions, oldest first. */
export function timelineOf(
  events: readonly EventRow[],
  changes: readonly CiChange[],
  done: readonly (HistoryEntry & { event: EventRow })[],
): Entry[] {
  const entries: Entry[] = [
    ...events.map((event): Entry => ({ kind: "alarm", key: `alarm ${event.id}`, at: event.occurred_at, event })),
    ...changes.map((change): Entry => ({ kind: "change", key: `change ${change.id}`, at: change.at, change })),
    ...done.map(
      (one): Entry => ({ kind: "person", key: `person ${one.id}`, at: one.at ?? "", event: one.event, done: one }),
    ),
  ];
  const order: Record<EntryKind, number> = { change: 0, alarm: 1, person: 2 };
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || order[a.kind] - order[b.kind]);
}

export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** Set with each change and known from the entry itself. */
const KNOWN = new Set(["id", "created_at", "created_by", "updated_at", "updated_by"]);
const MAX_SHOWN = 400;

/** What differs between two states, field by field; free keys one by one (`attributes.version`). */
export function differences(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): FieldChange[] {
  const [old, new_] = [flat(before ?? {}), flat(after ?? {})];
  return [...new Set([...old.keys(), ...new_.keys()])]
    .filter((field) => old.get(field) !== new_.get(field))
    .map((field) => ({ field, before: old.get(field), after: new_.get(field) }));
}

function flat(state: Record<string, unknown>, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(state)) {
    if (prefix === "" && KNOWN.has(name)) continue;
    if (value === null || value === undefined) continue;
    if (prefix === "" && typeof value === "object" && !Array.isArray(value)) {
      for (const [key, text] of flat(value as Record<string, unknown>, `${name}.`)) found.set(key, text);
    } else {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      found.set(prefix + name, text.slice(0, MAX_SHOWN));
    }
  }
  return found;
}
