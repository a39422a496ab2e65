import { type RequestContext, requireScope } from "../../context.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { lockRelationships, requireCurrent } from "./locked-relationships.ts";
import { snapshot } from "./relationship.model.ts";
import { relationshipsGraph } from "./relationships.graph.store.ts";
import { createSharedTransaction, eachOutcome } from "./shared-transaction.ts";

export interface DeleteRelationshipInput {
  id: string;
  /** Entity tags of an If-Match header; absent: any state matches. */
  ifMatch?: string | undefined;
}

export type DeleteRelationship = (ctx: RequestContext, input: DeleteRelationshipInput) => Promise<void>;

/** Deletes a relationship irreversibly. Throws 404, and 412 if `ifMatch` is stale. */
export function createDeleteRelationship(deps: { outbox: Outbox }): DeleteRelationship {
  const remove = createSharedTransaction<DeleteRelationshipInput & { ctx: RequestContext }, void>(
    deps.outbox,
    async (tx, publish, tenantId, items) => {
      const states = await lockRelationships(
        tx,
        tenantId,
        items.map(({ id }) => id),
      );
      return eachOutcome(items, async ({ ctx, id, ifMatch }) => {
        const relationship = states.get(id);
        requireCurrent(relationship, ifMatch);
        await relationshipsGraph.delete(tx, tenantId, relationship);
        states.delete(id);
        publish(ctx, {
          kind: "relationship.deleted",
          subject: { kind: "relationship", id },
          version: relationship.version + 1,
          before: snapshot(relationship),
          after: null,
        });
      });
    },
  );
  return async (ctx, input) => {
    requireScope(ctx, "cmdb.delete");
    await remove(ctx.tenantId, { ctx, ...input });
  };
}
