import { type RequestContext, requireScope } from "../../context.ts";
import { isEqualJson, mergePatch } from "../../model/merge-patch.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import { duplicateError } from "./create-relationship.ts";
import { lockRelationships, requireCurrent } from "./locked-relationships.ts";
import { publishUpdated } from "./publish-updated.ts";
import type { Fields, Relationship, RelationshipPatch } from "./relationship.model.ts";
import { keyOf } from "./relationship.node.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";
import { createSharedTransaction, eachOutcome } from "./shared-transaction.ts";

export interface UpdateRelationshipInput {
  id: string;
  patch: RelationshipPatch;
  /** Entity tags of an If-Match header; absent: any state matches. */
  ifMatch?: string | undefined;
}

export interface UpdatedRelationship {
  relationship: Relationship;
  /** False if the patch changes nothing. */
  changed: boolean;
}

export type UpdateRelationship = (ctx: RequestContext, input: UpdateRelationshipInput) => Promise<UpdatedRelationship>;

/**
 * Applies a partial change with both ends locked, so that concurrent writers of different keys lose no write. Throws 404,
 * 409 if the change makes it a duplicate (e.g. the port of a connection), 412 if `ifMatch` is stale.
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
        requireCurrent(before, ifMatch);
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
    const held = await relationshipsGraph.findByKey(tx, ctx.tenantId, after.graphType, [key]);
    const holder = held.get(key);
    if (holder !== undefined && holder !== after.id) throw duplicateError(holder);
  }
  await relationshipsGraph.update(tx, ctx.tenantId, after);
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

/** Whether callers see no difference. An unset confidence is shown as 1. */
function sameContent(a: Relationship, b: Relationship): boolean {
  return (
    a.discoveredBy === b.discoveredBy &&
    (a.confidence ?? 1) === (b.confidence ?? 1) &&
    isEqualJson(a.attributes, b.attributes)
  );
}
