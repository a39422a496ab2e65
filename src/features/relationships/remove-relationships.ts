import type { RequestContext } from "../../context.ts";
import { by } from "../../model/order.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { lockRelationships } from "./locked-relationships.ts";
import { type Relationship, snapshot } from "./relationship.model.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";

/**
 * Deletes relationships irreversibly within a transaction and publishes the changes, in a constant number of round trips.
 * Locks both ends of each. Ignores ids that no longer exist. Returns the removed relationships.
 */
export async function removeRelationships(
  tx: GraphTx,
  ctx: RequestContext,
  ids: readonly string[],
  publish: Publish,
): Promise<Relationship[]> {
  if (ids.length === 0) return [];
  const locked = await lockRelationships(tx, ctx.tenantId, ids);
  const removed = [...locked.values()].sort(by(({ id }) => id));
  await relationshipsGraph.deleteMany(tx, ctx.tenantId, removed);
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
