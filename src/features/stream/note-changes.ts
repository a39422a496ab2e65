import type { AnyChange } from "../../model/changes.ts";
import type { Change, ChangeConsumer } from "../../platform/jobs/changes.ts";
import { type ChangedThings, MAX_ITEMS, type StreamItem, type StreamKind } from "./stream.model.ts";
import { streamStore } from "./stream.store.ts";

/**
 * Notes which CIs, relationships, events and vulnerabilities changed, in the transaction that delivers the changes: one statement for all of
 * them. Scans, incidents and runs are noted by triggers, since many statements write them.
 */
export const noteChanges: ChangeConsumer = async (tx, tenantId, changes) => {
  const noted = changes.flatMap((change) => {
    const kind = kindOf(change);
    return kind ? { kind, change } : [];
  });
  if (noted.length === 0) return;
  const byKind = [...Map.groupBy(noted, ({ kind }) => kind)];
  await streamStore.insert(
    tx,
    tenantId,
    byKind.map(([kind, of]) =>
      summary(
        kind,
        of.map(({ change }) => change),
      ),
    ),
  );
};

function kindOf({ subject }: AnyChange): StreamKind | undefined {
  const { kind } = subject;
  return kind === "ci" || kind === "relationship" || kind === "event" || kind === "vulnerability" ? kind : undefined;
}

function summary(kind: StreamKind, changes: readonly Change[]): ChangedThings {
  const newest = new Map(changes.map((change) => [change.subject.id, change]));
  const items = newest.size > MAX_ITEMS ? null : [...newest.values()].map(itemOf);
  return { kind, count: newest.size, items };
}

/** What is short and of use to a list that shows the thing: no text that people write. */
function itemOf(change: Change): StreamItem {
  const { id } = change.subject;
  const what = change.kind.slice(change.kind.indexOf(".") + 1);
  const { type, status, severity, source_ci, target_ci } = (change.after ?? change.before ?? {}) as Partial<
    Record<"type" | "status" | "severity" | "source_ci" | "target_ci", string>
  >;
  return { id, change: what, type, status, severity, source_ci, target_ci };
}
