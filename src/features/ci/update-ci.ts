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
  /** Entity tags of an If-Match header; absent: whatever stands there. */
  ifMatch?: string | undefined;
}

/** Answers the whole CI; its version is the old one where the patch says what already stands. */
export type UpdateCi = (ctx: RequestContext, input: UpdateCiInput) => Promise<CiWithRelationships>;

/** Characters of a CI's attributes and custom fields: no more than one request could bring. */
const MAX_CONTENT_CHARACTERS = 1_048_576;
const MAX_PROVENANCE_CHARACTERS = 262_144;

interface RequestedChange {
  ctx: RequestContext;
  input: UpdateCiInput;
}
type Outcome = { ci: StoredCi } | { failed: unknown };

/**
 * Applies a partial change under the CI's lock, so that writers of different keys all keep their write. Concurrent
 * changes of one CI share a transaction, each with its own version. Throws 404, 409 where the new name or serial number
 * is taken, 412 where `ifMatch` is stale, 413 where the CI would grow beyond 1 MB.
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

/** Changes of one CI, each on top of what the one before left; one that is refused leaves no trace. */
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
      // Whatever is not an answer to this caller ends the transaction.
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

/** The CI with one more change; the same object where the patch says what already stands. */
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
 * Locks every identifier that comes or goes, and answers those that the CI then has. Throws 409 for a duplicate; of
 * identifiers that stay, all count anew where the type changes, and the serial number where it becomes an attribute.
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

/** Throws 412 where an If-Match header names another state. */
export function requireMatch(ci: Ci, ifMatch: string | undefined): void {
  if (ifMatch === undefined || matchesPrecondition(ci, ifMatch)) return;
  throw new AppError("PRECONDITION_FAILED", "The CI has changed since it was read");
}

/** Many small changes must not make a CI that nobody can read any more. One that is larger already may still shrink. */
function requireWithinSizeLimit(before: Ci, after: Ci): void {
  const size = (ci: Ci) => JSON.stringify(ci.attributes).length + JSON.stringify(ci.customFields).length;
  const needed = size(after);
  if (needed <= MAX_CONTENT_CHARACTERS || needed <= size(before)) return;
  throw new AppError("PAYLOAD_TOO_LARGE", "The CI's attributes and custom_fields would be larger than 1 MB");
}

/**
 * What differs is a person's word; what was read and sent back as it stood is not. Of keys that are gone it is remembered
 * too, as far as there is room.
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
