import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { changeOf, writeChanges } from "./change-ci.ts";
import { applyPatch, type CiPatch, entityTag, type Provenance, type StoredCi, touchedKeys } from "./ci.model.ts";
import { ciWrites } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import { findDuplicate, lockAndFindHolders } from "./insert-cis.ts";

export interface UpdateCiInput {
  id: string;
  patch: CiPatch;
  /** Entity tags of an If-Match header; absent: whatever stands there. */
  ifMatch?: string | undefined;
}

/** Answers the whole CI; `changed` is false where the patch says what already stands. */
export type UpdateCi = (ctx: RequestContext, input: UpdateCiInput) => Promise<{ ci: StoredCi; changed: boolean }>;

/**
 * Applies a partial change under the CI's lock, so that writers of different keys all keep their write. Throws 404, 409
 * where the new name or serial number is taken, 412 where `ifMatch` is stale.
 */
export function createUpdateCi(deps: { outbox: Outbox; clock: Clock }): UpdateCi {
  return async (ctx, { id, patch, ifMatch }) => {
    requireScope(ctx, "cmdb.write");
    return deps.outbox.write(ctx.tenantId, async (tx, tell) => {
      const [locked] = await ciWrites.lock(tx, ctx.tenantId, [id]);
      if (!locked) throw notFound("CI");
      requireMatch(locked.ci, ifMatch);
      const patched = applyPatch(locked.ci, patch);
      if (patched === locked.ci) return { ci: locked.ci, changed: false };
      const at = isoNow(deps.clock);
      const after: StoredCi = {
        ...patched,
        version: locked.ci.version + 1,
        updatedAt: at,
        updatedBy: actorName(ctx.actor),
        provenance: humanProvenance(locked.ci.provenance, patch, at),
      };
      const { addIdentifiers } = changeOf(locked, after);
      const holders = await lockAndFindHolders(tx, ctx.tenantId, addIdentifiers);
      const duplicate = findDuplicate(after, addIdentifiers, holders);
      if (duplicate) throw duplicateError(duplicate);
      await writeChanges(tx, ctx, [{ locked, after, properties: { scanHashes: null } }], tell);
      return { ci: after, changed: true };
    });
  };
}

/** RFC 9110, section 13.1.1: strong comparison, `*` matches any. Throws 412. */
export function requireMatch(ci: StoredCi, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (tags.includes("*") || tags.includes(entityTag(ci))) return;
  throw new AppError("PRECONDITION_FAILED", "The CI has changed since it was read");
}

function humanProvenance(known: Provenance, patch: CiPatch, at: string): Provenance {
  const next: Provenance = { ...known };
  for (const key of touchedKeys(patch)) next[key] = ["human", at];
  return next;
}
