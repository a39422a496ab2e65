import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import { type Identifier, identifiersOf } from "../../model/identifiers.ts";
import { createBatcher } from "../../platform/batcher.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Outbox, Publish } from "../../platform/jobs/outbox.ts";
import { changeOf, identifierChange, publishUpdated } from "./change-ci.ts";
import {
  applyPatch,
  type Ci,
  type CiPatch,
  type CiWithRelationships,
  changedKeys,
  matchesPrecondition,
  type Provenance,
  type StoredCi,
} from "./ci.model.ts";
import { ciWrites, type LockedCi } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import type { ReadCi } from "./get-ci.ts";
import { findDuplicate, lockAndFindHolders, serialOf } from "./insert-cis.ts";

export interface UpdateCiInput {
  id: string;
  patch: CiPatch;
  /** Entity tags of an If-Match header; absent: any state matches. */
  ifMatch?: string | undefined;
}

/** Returns the whole CI; its version is unchanged if the patch changes nothing. */
export type UpdateCi = (ctx: RequestContext, input: UpdateCiInput) => Promise<CiWithRelationships>;

/** Most characters of a CI's attributes and custom fields together: the size of one request body. */
const MAX_CONTENT_CHARACTERS = 1_048_576;
const MAX_PROVENANCE_CHARACTERS = 262_144;

interface RequestedChange {
  ctx: RequestContext;
  input: UpdateCiInput;
}
type Outcome = { ci: StoredCi } | { failed: unknown };

/**
 * Applies a partial change under the CI's lock, so that concurrent writers of different keys lose no write. Concurrent
 * changes of one CI share a transaction, each with its own version. Throws 404, 409 if the new name or serial number is
 * taken, 412 if `ifMatch` is stale, 413 if the CI would grow beyond 1 MB.
 */
export function createUpdateCi(deps: { outbox: Outbox; clock: Clock; readCi: ReadCi }): UpdateCi {
  const batcher = createBatcher<RequestedChange, Outcome>({
    maxItems: 100,
    parallel: 1,
    run: (_key, wanted) => {
      const { tenantId } = wanted[0]!.ctx;
      return deps.outbox.write(tenantId, (tx, publish) => applyChanges(tx, tenantId, wanted, publish, deps.clock));
    },
  });
  return async (ctx, input) => {
    requireScope(ctx, "cmdb.write");
    const outcome = await batcher.submit(`${ctx.tenantId} ${input.id}`, { ctx, input });
    if ("failed" in outcome) throw outcome.failed;
    const shown = await deps.readCi(ctx.tenantId, input.id);
    return { ...outcome.ci, relationships: shown?.relationships ?? [] };
  };
}

/** Applies changes of one CI in order, each to the result of the previous one; a refused change has no effect. */
export async function applyChanges(
  tx: GraphTx,
  tenantId: string,
  wanted: RequestedChange[],
  publish: Publish,
  clock: Clock,
): Promise<Outcome[]> {
  const [locked] = await ciWrites.lock(tx, tenantId, [wanted[0]!.input.id]);
  if (!locked) return wanted.map(() => ({ failed: notFound("CI") }));
  let current = locked;
  const outcomes: Outcome[] = [];
  for (const { ctx, input } of wanted) {
    try {
      const next = await applyChange(tx, ctx, current, input, clock);
      if (next !== current) publishUpdated(publish, ctx, current.ci, next.ci);
      current = next;
      outcomes.push({ ci: current.ci });
    } catch (error) {
      // Any other error ends the transaction.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      outcomes.push({ failed: error });
    }
  }
  if (current !== locked) {
    const item = changeOf(locked, current.ci);
    await ciWrites.update(tx, tenantId, [{ ...item, properties: { ...item.properties, scanHashes: null } }]);
  }
  return outcomes;
}

/** The CI after one change; the same object if the patch changes nothing. */
async function applyChange(
  tx: GraphTx,
  ctx: RequestContext,
  current: LockedCi,
  { patch, ifMatch }: UpdateCiInput,
  clock: Clock,
): Promise<LockedCi> {
  const { ci: before } = current;
  requireMatch(before, ifMatch);
  const patched = applyPatch(before, patch);
  if (patched === before) return current;
  requireWithinSizeLimit(before, patched);
  const at = isoNow(clock);
  const after: StoredCi = {
    ...patched,
    version: before.version + 1,
    updatedAt: at,
    updatedBy: actorName(ctx.actor),
    provenance: humanProvenance(before, patched, at),
  };
  return { ci: after, identifiers: await claimIdentifiers(tx, ctx.tenantId, current, after) };
}

/**
 * Locks every added or removed identifier and returns the identifiers of the changed CI. Throws 409 for a duplicate. Of
 * the kept identifiers it checks all again if the type changes, and the serial number if it becomes an attribute.
 */
async function claimIdentifiers(
  tx: GraphTx,
  tenantId: string,
  current: LockedCi,
  after: StoredCi,
): Promise<Identifier[]> {
  const { addIdentifiers, dropIdentifiers } = identifierChange(current.identifiers, after);
  const serial = serialOf(after.attributes);
  const newSerial: Identifier[] =
    serial === undefined || serial === serialOf(current.ci.attributes) ? [] : [{ kind: "serial", value: serial }];
  const checked = after.type === current.ci.type ? [...addIdentifiers, ...newSerial] : identifiersOf(after);
  const holders = await lockAndFindHolders(tx, tenantId, [...checked, ...dropIdentifiers], [after.type]);
  const duplicate = findDuplicate(after, checked, holders);
  if (duplicate) throw duplicateError(duplicate);
  const dropped = new Set(dropIdentifiers);
  return [...current.identifiers.filter((identifier) => !dropped.has(identifier)), ...addIdentifiers];
}

/** Throws 412 if an If-Match header names another state. */
export function requireMatch(ci: Ci, ifMatch: string | undefined): void {
  if (ifMatch === undefined || matchesPrecondition(ci, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The CI has changed since it was read");
}

/** Throws 413 if the CI grows beyond the limit: many small changes must not make it unreadable. It may always shrink. */
function requireWithinSizeLimit(before: Ci, after: Ci): void {
  const size = (ci: Ci) => JSON.stringify(ci.attributes).length + JSON.stringify(ci.customFields).length;
  const needed = size(after);
  if (needed <= MAX_CONTENT_CHARACTERS || needed <= size(before)) return;
  throw new AppError("PAYLOAD_TOO_LARGE", "The CI's attributes and custom_fields would be larger than 1 MB");
}

/**
 * Provenance after a change by a person: `human` for each changed key, removed keys included; a value sent back unchanged
 * keeps its source. Above the limit, entries of removed keys are dropped.
 */
function humanProvenance(before: StoredCi, ci: StoredCi, at: string): Provenance {
  const next: Provenance = { ...ci.provenance };
  for (const key of changedKeys(before, ci)) next[key] = ["human", at];
  if (JSON.stringify(next).length <= MAX_PROVENANCE_CHARACTERS) return next;
  return Object.fromEntries(Object.entries(next).filter(([key]) => isPresent(ci, key)));
}

function isPresent(ci: StoredCi, key: string): boolean {
  const dot = key.indexOf(".");
  if (dot < 0) return true;
  const fields = key.startsWith("attributes.") ? ci.attributes : ci.customFields;
  return Object.hasOwn(fields, key.slice(dot + 1));
}
