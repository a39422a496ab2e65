import type { ChangeConsumer, GraphChange } from "../../../platform/jobs/changes.ts";
import { incidentsStore } from "./incidents.store.ts";

/**
 * Follows changes of relationships: events of the CIs at the ends of a new or deleted relationship, and of their dependents, are
 * grouped once more. Where the failure direction of a type changed, all unresolved events are, and open
 * incidents are analysed again. Incidents merge by it, and their analysis splits incidents whose CIs nothing links any more. A deletion
 * between CIs whose alarms are all resolved counts when their incident changes next.
 */
export function createRelationshipWatch(deps: { onWork: (tenantId: string) => void }): ChangeConsumer<GraphChange> {
  return async (tx, tenantId, changes) => {
    if (changes.some(({ kind }) => kind === "relationship_type.updated")) {
      if ((await incidentsStore.requeueAll(tx, tenantId)) > 0) deps.onWork(tenantId);
      return;
    }
    const ends = [...new Set(changes.flatMap(changedEnds))];
    if (ends.length > 0 && (await incidentsStore.requeue(tx, tenantId, ends)) > 0) deps.onWork(tenantId);
  };
}

/** Ids of both CIs of a relationship that was made or removed. */
function changedEnds(change: GraphChange): string[] {
  if (change.kind !== "relationship.created" && change.kind !== "relationship.deleted") return [];
  const { source_ci: source, target_ci: target } = change.after ?? change.before;
  return [source, target];
}
