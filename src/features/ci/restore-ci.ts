import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { briefSnapshot } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import { type CiWithRelationships, type StoredCi, snapshot } from "./ci.model.ts";
import { ciWrites } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import type { ReadCi } from "./get-ci.ts";
import { findDuplicate, lockAndFindHolders } from "./insert-cis.ts";

export type RestoreCi = (ctx: RequestContext, id: string) => Promise<CiWithRelationships>;

/**
 * Restores a deleted CI and those of its relationships whose other end exists. Throws 404 if no deleted CI has the id (it
 * may have been purged) and 409 if its name or serial number has been taken since.
 */
export function createRestoreCi(deps: { outbox: Outbox; clock: Clock; readCi: ReadCi }): RestoreCi {
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.write");
    const ci = await deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const deleted = await ciWrites.lockDeleted(tx, ctx.tenantId, id);
      if (!deleted) throw notFound("CI");
      const holders = await lockAndFindHolders(tx, ctx.tenantId, deleted.identifiers, [deleted.ci.type]);
      const duplicate = findDuplicate(deleted.ci, deleted.identifiers, holders);
      if (duplicate) throw duplicateError(duplicate);
      return restoreLockedCi(tx, ctx, deleted.ci, isoNow(deps.clock), publish);
    });
    const shown = await deps.readCi(ctx.tenantId, id);
    return { ...ci, relationships: shown?.relationships ?? [] };
  };
}

/** Restores, within a transaction, a CI that a scan reports again; checks no names. Undefined if none is deleted. */
export async function restoreDeletedCi(
  tx: GraphTx,
  ctx: RequestContext,
  id: string,
  at: string,
  publish: Publish,
): Promise<StoredCi | undefined> {
  const deleted = await ciWrites.lockDeleted(tx, ctx.tenantId, id);
  return deleted && restoreLockedCi(tx, ctx, deleted.ci, at, publish);
}

async function restoreLockedCi(
  tx: GraphTx,
  ctx: RequestContext,
  deleted: StoredCi,
  at: string,
  publish: Publish,
): Promise<StoredCi> {
  const { id } = deleted;
  const actor = actorName(ctx.actor);
  const ci: StoredCi = { ...deleted, version: deleted.version + 1, updatedAt: at, updatedBy: actor };
  const restoredRelationships = await ciWrites.restore(tx, ctx.tenantId, id, at, actor);
  publish(ctx, {
    kind: "ci.restored",
    subject: { kind: "ci", id },
    version: ci.version,
    before: null,
    after: snapshot(ci),
  });
  for (const relationship of restoredRelationships) {
    publish(ctx, {
      kind: "relationship.created",
      subject: { kind: "relationship", id: relationship.id },
      version: ci.version,
      before: null,
      after: briefSnapshot(relationship),
    });
  }
  return ci;
}
