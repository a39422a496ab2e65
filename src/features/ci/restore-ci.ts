import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { type StoredCi, snapshot } from "./ci.model.ts";
import { ciWrites } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import { movedSnapshot } from "./delete-ci.ts";
import { findDuplicate, lockAndFindHolders } from "./insert-cis.ts";

export type RestoreCi = (ctx: RequestContext, id: string) => Promise<StoredCi>;

/**
 * Brings a deleted CI back, with those of its relationships whose other end lives. Throws 404 where none is deleted (or it
 * has been purged) and 409 where its name or serial number is taken by now.
 */
export function createRestoreCi(deps: { outbox: Outbox; clock: Clock }): RestoreCi {
  return async (ctx, id) => {
    requireScope(ctx, "cmdb.write");
    return deps.outbox.write(ctx.tenantId, async (tx, tell) => {
      const deleted = await ciWrites.lockDeleted(tx, ctx.tenantId, id);
      if (!deleted) throw notFound("CI");
      const holders = await lockAndFindHolders(tx, ctx.tenantId, deleted.identifiers);
      const duplicate = findDuplicate(deleted.ci, deleted.identifiers, holders);
      if (duplicate) throw duplicateError(duplicate);
      const at = isoNow(deps.clock);
      const actor = actorName(ctx.actor);
      const ci: StoredCi = { ...deleted.ci, version: deleted.ci.version + 1, updatedAt: at, updatedBy: actor };
      const back = await ciWrites.restore(tx, ctx.tenantId, id, at, actor);
      tell(ctx, {
        kind: "ci.restored",
        subject: { kind: "ci", id },
        version: ci.version,
        before: null,
        after: snapshot(ci),
      });
      for (const relationship of back) {
        tell(ctx, {
          kind: "relationship.created",
          subject: { kind: "relationship", id: relationship.id },
          version: ci.version,
          before: null,
          after: movedSnapshot(relationship),
        });
      }
      return ci;
    });
  };
}
