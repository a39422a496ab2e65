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
 * Brings a deleted CI back, with those of its relationships whose other end lives. Throws 404 where none is deleted (or it
 * has been purged) and 409 where its name or serial number is taken by now.
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

/** Within a transaction, without regard to names: a CI that a scan sees again. Undefined where none is deleted. */
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
