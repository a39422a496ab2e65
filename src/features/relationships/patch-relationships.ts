import type { RequestContext } from "../../context.ts";
import { isEqualJson, mergePatch } from "../../model/merge-patch.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { lockRelationships } from "./locked-relationships.ts";
import { publishUpdated } from "./publish-updated.ts";
import type { Fields, Relationship } from "./relationship.model.ts";
import { keyOf } from "./relationship.node.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";

/** A change of one relationship's attributes, computed from its current state; undefined: no change. */
export interface AttributesChange {
  id: string;
  patchOf(before: Relationship): Fields | undefined;
}

/**
 * Changes attributes of many relationships within a transaction and publishes the changes, in a constant number of round
 * trips. Locks both ends of each. A patch (RFC 7396) must not change a relationship's key. Returns the changed ids.
 */
export async function patchRelationships(
  tx: GraphTx,
  ctx: RequestContext,
  changes: readonly AttributesChange[],
  publish: Publish,
  clock: Clock,
): Promise<Set<string>> {
  const states = await lockRelationships(
    tx,
    ctx.tenantId,
    changes.map(({ id }) => id),
  );
  const changed: { before: Relationship; after: Relationship }[] = [];
  for (const { id, patchOf } of changes) {
    const before = states.get(id);
    const patch = before && patchOf(before);
    if (!before || !patch) continue;
    const attributes = mergePatch(before.attributes, patch) as Fields;
    if (isEqualJson(before.attributes, attributes)) continue;
    const after = { ...before, attributes, version: before.version + 1, updatedAt: isoNow(clock) };
    if (keyOf(ctx.tenantId, after) !== keyOf(ctx.tenantId, before)) {
      throw new Error("a patch of many relationships changes what tells them apart");
    }
    states.set(id, after);
    changed.push({ before, after });
  }
  await relationshipsGraph.updateMany(
    tx,
    ctx.tenantId,
    changed.map(({ after }) => after),
  );
  for (const { before, after } of changed) publishUpdated(publish, ctx, before, after);
  return new Set(changed.map(({ after }) => after.id));
}
