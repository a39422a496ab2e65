import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import { identifiersOf } from "../../model/identifiers.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { identifierChange, writeChanges } from "./change-ci.ts";
import {
  applyPatch,
  type Ci,
  type CiPatch,
  type CiWithRelationships,
  matchesPrecondition,
  type Provenance,
  type StoredCi,
  touchedKeys,
} from "./ci.model.ts";
import { ciWrites, type LockedCi } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import type { ReadCi } from "./get-ci.ts";
import { findDuplicate, lockAndFindHolders } from "./insert-cis.ts";

export interface UpdateCiInput {
  id: string;
  patch: CiPatch;
  /** Entity tags of an If-Match header; absent: whatever stands there. */
  ifMatch?: string | undefined;
}

/** Answers the whole CI; its version is the old one where the patch says what already stands. */
export type UpdateCi = (ctx: RequestContext, input: UpdateCiInput) => Promise<CiWithRelationships>;

/** Characters of a CI's attributes and custom fields: no more than one request could bring. */
const MAX_CONTENT = 1_048_576;
const MAX_PROVENANCE = 262_144;

/**
 * Applies a partial change under the CI's lock, so that writers of different keys all keep their write. Throws 404, 409
 * where the new name or serial number is taken, 412 where `ifMatch` is stale, 413 where the CI would grow beyond 1 MB.
 */
export function createUpdateCi(deps: { outbox: Outbox; clock: Clock; readCi: ReadCi }): UpdateCi {
  return async (ctx, { id, patch, ifMatch }) => {
    requireScope(ctx, "cmdb.write");
    const ci = await deps.outbox.write(ctx.tenantId, async (tx, tell) => {
      const [locked] = await ciWrites.lock(tx, ctx.tenantId, [id]);
      if (!locked) throw notFound("CI");
      requireMatch(locked.ci, ifMatch);
      const patched = applyPatch(locked.ci, patch);
      if (patched === locked.ci) return locked.ci;
      requireRoom(locked.ci, patched);
      const at = isoNow(deps.clock);
      const after: StoredCi = {
        ...patched,
        version: locked.ci.version + 1,
        updatedAt: at,
        updatedBy: actorName(ctx.actor),
        provenance: humanProvenance(patched, patch, at),
      };
      await refuseDuplicate(tx, ctx.tenantId, locked, after);
      await writeChanges(tx, ctx, [{ locked, after, properties: { scanHashes: null } }], tell);
      return after;
    });
    const shown = await deps.readCi(ctx.tenantId, id);
    return { ...ci, relationships: shown?.relationships ?? [] };
  };
}

/** Locks every identifier that comes or goes. Of those that stay, the serial number counts anew where the type changes. */
async function refuseDuplicate(tx: GraphTx, tenantId: string, locked: LockedCi, after: StoredCi): Promise<void> {
  const { addIdentifiers, dropIdentifiers } = identifierChange(locked.identifiers, after);
  const judged = after.type === locked.ci.type ? addIdentifiers : identifiersOf(after);
  const holders = await lockAndFindHolders(tx, tenantId, [...judged, ...dropIdentifiers]);
  const duplicate = findDuplicate(after, judged, holders);
  if (duplicate) throw duplicateError(duplicate);
}

/** Throws 412 where an If-Match header names another state. */
export function requireMatch(ci: Ci, ifMatch: string | undefined): void {
  if (ifMatch === undefined || matchesPrecondition(ci, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The CI has changed since it was read");
}

/** Many small changes must not make a CI that nobody can read any more. One that is larger already may still shrink. */
function requireRoom(before: Ci, after: Ci): void {
  const size = (ci: Ci) => JSON.stringify(ci.attributes).length + JSON.stringify(ci.customFields).length;
  const needed = size(after);
  if (needed <= MAX_CONTENT || needed <= size(before)) return;
  throw new AppError("PAYLOAD_TOO_LARGE", "The CI's attributes and custom_fields would be larger than 1 MB");
}

/** A person spoke of these keys. Of keys that are gone it is remembered too, as far as there is room. */
function humanProvenance(ci: StoredCi, patch: CiPatch, at: string): Provenance {
  const next: Provenance = { ...ci.provenance };
  for (const key of touchedKeys(patch)) next[key] = ["human", at];
  if (JSON.stringify(next).length <= MAX_PROVENANCE) return next;
  return Object.fromEntries(Object.entries(next).filter(([key]) => isPresent(ci, key)));
}

function isPresent(ci: StoredCi, key: string): boolean {
  const dot = key.indexOf(".");
  if (dot < 0) return true;
  const fields = key.startsWith("attributes.") ? ci.attributes : ci.customFields;
  return Object.hasOwn(fields, key.slice(dot + 1));
}
