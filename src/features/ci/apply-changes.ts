import { actorName, type RequestContext } from "../../context.ts";
import { AppError, notFound } from "../../errors.ts";
import type { Identifier } from "../../model/identifiers.ts";
import { mustGet } from "../../model/must-get.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { changeOf, type Identify, identifierChange, identifyOnce, publishUpdated } from "./change-ci.ts";
import {
  applyPatch,
  type Ci,
  type CiPatch,
  changedKeys,
  matchesPrecondition,
  type Provenance,
  type RelationshipEnd,
  type StoredCi,
} from "./ci.model.ts";
import { ciWrites, type LockedCi, type ShownCi } from "./ci.store.ts";
import { duplicateError } from "./create-ci.ts";
import { findDuplicate, type Holders, keyOf, lockAndFindHolders, moveHolder, serialOf } from "./insert-cis.ts";

export interface UpdateCiInput {
  id: string;
  patch: CiPatch;
  /** Entity tags of an If-Match header; absent: any state matches. */
  ifMatch?: string | undefined;
}

export interface RequestedChange {
  ctx: RequestContext;
  input: UpdateCiInput;
}
/**
 * `alone`: not applied, since it needs identifiers that the transaction has not locked or not read in full; it needs a
 * transaction of its own.
 */
export type ChangeOutcome = { ci: StoredCi; relationships: RelationshipEnd[] } | { failed: unknown } | { alone: true };

/** Most characters of a CI's attributes and custom fields together: the size of one request body. */
const MAX_CONTENT_CHARACTERS = 1_048_576;
const MAX_PROVENANCE_CHARACTERS = 262_144;
/** Holders of an identifier that are read. Of so many, those of the types of other changes may have displaced some. */
const MAX_HOLDERS = 20;

/**
 * Applies changes of CIs in order, each to the result of the previous ones; a refused change has no effect. Takes the locks
 * of all CIs, then those of all identifiers that the changes add or drop, each sorted. A single change is never `alone`.
 */
export async function applyChanges(
  tx: GraphTx,
  tenantId: string,
  wanted: RequestedChange[],
  publish: Publish,
  clock: Clock,
): Promise<ChangeOutcome[]> {
  const found = await ciWrites.lockAndShow(tx, tenantId, [...new Set(wanted.map(({ input }) => input.id))]);
  const locked = new Map(found.map((each) => [each.ci.id, each]));
  const claims = await lockClaims(tx, tenantId, wanted, locked);
  const current = new Map<string, LockedCi>(locked);
  const outcomes: ChangeOutcome[] = [];
  /** CIs of which a change is left alone: so are the later ones, which keeps their order. */
  const left = new Set<string>();
  for (const { ctx, input } of wanted) {
    try {
      const before = current.get(input.id);
      if (!before) throw notFound("CI");
      const next = left.has(input.id) ? "alone" : applyChange(ctx, before, input, { ...claims, at: isoNow(clock) });
      if (next === "alone") {
        left.add(input.id);
        outcomes.push({ alone: true });
        continue;
      }
      if (next !== before) publishUpdated(publish, ctx, before.ci, next.ci);
      current.set(input.id, next);
      outcomes.push({ ci: next.ci, relationships: relationshipsOf(mustGet(locked, input.id), current) });
    } catch (error) {
      // Any other error ends the transaction.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      outcomes.push({ failed: error });
    }
  }
  const changes = [...locked].flatMap(([id, before]) => {
    const after = mustGet(current, id);
    if (after === before) return [];
    const item = changeOf(before, after.ci, claims.identify);
    return [{ ...item, properties: { ...item.properties, scanHashes: null } }];
  });
  ciWrites.update(tx, tenantId, changes);
  return outcomes;
}

/** Relationships of a CI as they were when it was locked, with the names that the changes before gave to the other ends. */
function relationshipsOf({ relationships }: ShownCi, current: ReadonlyMap<string, LockedCi>): RelationshipEnd[] {
  return relationships.map((end) => ({ ...end, ciName: current.get(end.ciId)?.ci.name ?? end.ciName }));
}

/** Identifiers that a transaction has locked, by `keyOf`, the CIs that hold them, and how it derives those of a CI. */
interface Claims {
  identify: Identify;
  types: ReadonlySet<string>;
  keys: ReadonlySet<string>;
  holders: Holders;
}

/** Locks what the changes add or drop where none of them is refused. */
async function lockClaims(
  tx: GraphTx,
  tenantId: string,
  wanted: RequestedChange[],
  locked: ReadonlyMap<string, LockedCi>,
): Promise<Claims> {
  const identify = identifyOnce();
  const expected = new Map(locked);
  const identifiers: Identifier[] = [];
  const types = new Set<string>();
  for (const { input } of wanted) {
    const before = expected.get(input.id);
    if (!before || !isMatch(before.ci, input.ifMatch)) continue;
    const patched = applyPatch(before.ci, input.patch);
    if (patched === before.ci) continue;
    const claim = claimOf(before, patched, identify);
    identifiers.push(...claim.checked, ...claim.dropped);
    if (claim.checked.length > 0) types.add(patched.type);
    // As `applyChange` will count, so that a change of the same request made on that version finds it.
    const ci = { ...patched, version: before.ci.version + 1 };
    expected.set(input.id, { ci, identifiers: claim.held });
  }
  const holders = await lockAndFindHolders(tx, tenantId, identifiers, [...types]);
  return { identify, types, keys: new Set(identifiers.map(keyOf)), holders };
}

/**
 * Identifiers that a change adds or drops, and all that the changed CI holds. Of the kept ones all are checked again if the
 * type changes, and the serial number if it becomes an attribute.
 */
function claimOf(before: LockedCi, after: StoredCi, identify: Identify) {
  const { addIdentifiers, dropIdentifiers } = identifierChange(before.identifiers, after, identify);
  const serial = serialOf(after.attributes);
  const newSerial: Identifier[] =
    serial === undefined || serial === serialOf(before.ci.attributes) ? [] : [{ kind: "serial", value: serial }];
  const checked = after.type === before.ci.type ? [...addIdentifiers, ...newSerial] : [...identify(after)];
  const dropped = new Set(dropIdentifiers);
  const held = [...before.identifiers.filter((identifier) => !dropped.has(identifier)), ...addIdentifiers];
  return { checked, dropped: dropIdentifiers, held };
}

/** The CI after one change; the same object if the patch changes nothing. Throws 409 for a duplicate, 412 and 413. */
function applyChange(
  ctx: RequestContext,
  current: LockedCi,
  { patch, ifMatch }: UpdateCiInput,
  { identify, types, keys, holders, at }: Claims & { at: string },
): LockedCi | "alone" {
  const { ci: before } = current;
  requireMatch(before, ifMatch);
  const patched = applyPatch(before, patch);
  if (patched === before) return current;
  requireWithinSizeLimit(before, patched);
  const after: StoredCi = {
    ...patched,
    version: before.version + 1,
    updatedAt: at,
    updatedBy: actorName(ctx.actor),
    provenance: humanProvenance(before, patched, at),
  };
  const { checked, dropped, held } = claimOf(current, after, identify);
  const isLocked = [...checked, ...dropped].every((identifier) => keys.has(keyOf(identifier)));
  if (!isLocked || (checked.length > 0 && !types.has(after.type))) return "alone";
  const duplicate = findDuplicate(after, checked, holders);
  if (duplicate) throw duplicateError(duplicate);
  const isCut = (identifier: Identifier) => (holders.get(keyOf(identifier))?.length ?? 0) >= MAX_HOLDERS;
  if (types.size > 1 && checked.some(isCut)) return "alone";
  moveHolder(holders, after, held);
  return { ci: after, identifiers: held };
}

/** Throws 412 if an If-Match header names another state. */
export function requireMatch(ci: Ci, ifMatch: string | undefined): void {
  if (!isMatch(ci, ifMatch)) throw new AppError("PRECONDITION_FAILED", "The CI has changed since it was read");
}

function isMatch(ci: Ci, ifMatch: string | undefined): boolean {
  return ifMatch === undefined || matchesPrecondition(ci, ifMatch);
}

/** Throws 413 if the CI grows beyond the limit: many small changes must not make it unreadable. It may always shrink. */
function requireWithinSizeLimit(before: Ci, after: Ci): void {
  if (after.attributes === before.attributes && after.customFields === before.customFields) return;
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
