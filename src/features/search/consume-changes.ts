import type { BriefRelationshipSnapshot } from "../../model/changes.ts";
import type { ChangeConsumer, GraphChange } from "../../platform/jobs/changes.ts";
import { embeddingsStore, type Mark } from "./embeddings.store.ts";

const INSTANCE = "software_instance";

/**
 * Marks CIs whose text may have changed, in the transaction that delivers the changes: no change is lost, and none of a tenant
 * without vectors costs more than one look-up.
 */
export const markChangedCis: ChangeConsumer<GraphChange> = async (tx, tenantId, changes) => {
  await embeddingsStore.markStale(tx, tenantId, changes.flatMap(marksOf));
};

export function marksOf(change: GraphChange): Mark[] {
  switch (change.kind) {
    case "ci.created":
    case "ci.restored":
      return change.after.type === INSTANCE ? [] : [{ ciId: change.subject.id, renamed: false }];
    case "ci.updated": {
      const isRenamed = change.before.name !== change.after.name;
      // The texts of servers name their software.
      if (change.after.type === INSTANCE) return isRenamed ? [{ ciId: change.subject.id, renamed: true }] : [];
      return [{ ciId: change.subject.id, renamed: isRenamed }];
    }
    case "relationship.created":
    case "relationship.updated":
    case "relationship.deleted":
      return endsOf((change.after ?? change.before)!);
    default:
      return [];
  }
}

/**
 * An installation changes the server alone. What an instance is an instance of changes the text of its server, which is found
 * when the instance's turn comes.
 */
function endsOf({ type, source_ci, target_ci }: BriefRelationshipSnapshot): Mark[] {
  const ids = type === "Installed On" ? [target_ci] : type === "Instance Of" ? [source_ci] : [source_ci, target_ci];
  return ids.map((ciId) => ({ ciId, renamed: false }));
}
