import type { RequestContext } from "../../context.ts";
import { by } from "../../model/order.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { lockRelationships } from "./locked-relationships.ts";
import { type Relationship, snapshot } from "./relationship.model.ts";
import { relationshipWrites } from "./relationships.store.ts";

/**
 * Removes relationships for good within a transaction, both ends of each locked, and publishes that, in a constant number
 * of round trips. Those that are gone already are passed over. Answers what was removed.
 */
export async function removeRelationships(
  tx: GraphTx,
  ctx: RequestContext,
  ids: readonly string[],
  publish: Publish,
): Promise<Relationship[]> {
  if (ids.length === 0) return [];
  const standing = await lockRelationships(tx, ctx.tenantId, ids);
  const removed = [...standing.values()].sort(by(({ id }) => id));
  await relationshipWrites.deleteMany(tx, ctx.tenantId, removed);
  for (const relationship of removed) {
    publish(ctx, {
      kind: "relationship.deleted",
      subject: { kind: "relationship", id: relationship.id },
      version: relationship.version + 1,
      before: snapshot(relationship),
      after: null,
    });
  }
  return removed;
}
