import { type RequestContext, requireScope } from "../../context.ts";
import { isEqualJson, mergePatch } from "../../model/merge-patch.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import { duplicateError } from "./create-relationship.ts";
import { lockRelationships, requireStanding } from "./locked-relationships.ts";
import { publishUpdated } from "./publish-updated.ts";
import type { Fields, Relationship, RelationshipPatch } from "./relationship.model.ts";
import { keyOf } from "./relationship.node.ts";
import { relationshipWrites } from "./relationships.store.ts";
import { createSharedTransaction, eachOutcome } from "./shared-transaction.ts";

export interface UpdateRelationshipInput {
  id: string;
  patch: RelationshipPatch;
  /** Entity tags of an If-Match header; absent: whatever stands there. */
  ifMatch?: string | undefined;
}

export interface UpdatedRelationship {
  relationship: Relationship;
  /** False where the patch says what already stands. */
  changed: boolean;
}

export type UpdateRelationship = (ctx: RequestContext, input: UpdateRelationshipInput) => Promise<UpdatedRelationship>;

/**
 * Applies a partial change, both ends locked, so that writers of different keys all keep their write. Throws 404, 409
 * where the change makes it a second one (the port of a connection), 412 where `ifMatch` is stale.
 */
export function createUpdateRelationship(deps: { outbox: Outbox; clock: Clock }): UpdateRelationship {
  const update = createSharedTransaction<UpdateRelationshipInput & { ctx: RequestContext }, UpdatedRelationship>(
    deps.outbox,
    async (tx, publish, tenantId, items) => {
      const states = await lockRelationships(
        tx,
        tenantId,
        items.map(({ id }) => id),
      );
      return eachOutcome(items, async ({ ctx, id, patch, ifMatch }) => {
        const before = states.get(id);
        requireStanding(before, ifMatch);
        const patched = applyPatch(before, patch);
        if (sameContent(before, patched)) return { relationship: before, changed: false };
        const after = { ...patched, version: before.version + 1, updatedAt: isoNow(deps.clock) };
        await write(tx, ctx, before, after, publish);
        states.set(id, after);
        return { relationship: after, changed: true };
      });
    },
  );
  return async (ctx, input) => {
    requireScope(ctx, "cmdb.write");
    return update(ctx.tenantId, { ctx, ...input });
  };
}

async function write(tx: GraphTx, ctx: RequestContext, before: Relationship, after: Relationship, publish: Publish) {
  const key = keyOf(ctx.tenantId, after);
  if (key !== keyOf(ctx.tenantId, before)) {
    const held = await relationshipWrites.findByKey(tx, ctx.tenantId, after.graphType, [key]);
    const holder = held.get(key);
    if (holder !== undefined && holder !== after.id) throw duplicateError(holder);
  }
  await relationshipWrites.update(tx, ctx.tenantId, after);
  publishUpdated(publish, ctx, before, after);
}

function applyPatch(before: Relationship, patch: RelationshipPatch): Relationship {
  return {
    ...before,
    attributes: patch.attributes ? (mergePatch(before.attributes, patch.attributes) as Fields) : before.attributes,
    discoveredBy: patch.discoveredBy === undefined ? before.discoveredBy : patch.discoveredBy,
    confidence: patch.confidence === undefined ? before.confidence : patch.confidence,
  };
}

/** Whether callers would see no difference. A confidence that nobody gave is shown as 1. */
function sameContent(a: Relationship, b: Relationship): boolean {
  return (
    a.discoveredBy === b.discoveredBy &&
    (a.confidence ?? 1) === (b.confidence ?? 1) &&
    isEqualJson(a.attributes, b.attributes)
  );
}
