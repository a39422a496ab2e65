import { actorName, type RequestContext } from "../../context.ts";
import type { Violation } from "../../errors.ts";
import { withArticle } from "../../model/article.ts";
import { parseFields } from "../../model/fields.ts";
import { type Identifier, identifiersOf, normalizeSerial } from "../../model/identifiers.ts";
import { mustGet } from "../../model/must-get.ts";
import { by } from "../../model/order.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import type { Fields, NewCi, SourceClass, StoredCi } from "./ci.model.ts";
import { newCi, snapshot } from "./ci.model.ts";
import { labelsOf, toNode } from "./ci.node.ts";
import { ciWrites } from "./ci.store.ts";

/** A CI to create, with its id and the context of the caller. */
export interface CiToInsert {
  ctx: RequestContext;
  id: string;
  /** The id derives from an idempotency key: an earlier attempt may have created the CI. */
  repeatable: boolean;
  input: NewCi;
  /** Source of the values: a person, or an import. */
  source: SourceClass;
  /** `[+]` allows a second CI of this type and name. */
  allowDuplicate: boolean;
}

/** The existing CI that a new one would duplicate. */
export interface Duplicate {
  existingId: string;
  violation: Violation;
}

export type Insertion = { ci: StoredCi } | { duplicate: Duplicate };

export function isDuplicate(insertion: Insertion): insertion is { duplicate: Duplicate } {
  return "duplicate" in insertion;
}

/** The CI as it will be stored. */
function storedCiOf({ ctx, id, input, source }: CiToInsert, clock: Clock): StoredCi {
  return newCi({ ...input, id, at: isoNow(clock), actor: actorName(ctx.actor), source });
}

/**
 * Creates CIs within a transaction. Does not write a CI whose type and name, or type and serial number, exist already:
 * returns the existing one as its duplicate. Results are in the order of `wanted`.
 */
export async function insertCis(
  tx: GraphTx,
  tenantId: string,
  wanted: CiToInsert[],
  publish: Publish,
  clock: Clock,
): Promise<Insertion[]> {
  const drafts = wanted.map((item) => {
    const ci = storedCiOf(item, clock);
    return { item, ci, identifiers: identifiersOf(ci) };
  });
  const holders = await lockAndFindHolders(
    tx,
    tenantId,
    drafts.flatMap((draft) => draft.identifiers),
    drafts.map(({ ci }) => ci.type),
  );
  const earlierCis = await alreadyCreated(tx, tenantId, wanted);
  const insertions = drafts.map(({ item, ci, identifiers }): Insertion => {
    const earlier = earlierCis.get(ci.id);
    if (earlier) return { ci: earlier };
    const duplicate = findDuplicate(ci, identifiers, holders, item.allowDuplicate);
    if (duplicate) return { duplicate };
    for (const identifier of identifiers)
      addHolder(holders, identifier, { id: ci.id, type: ci.type, serial: serialOf(ci.attributes) });
    return { ci };
  });
  const created = drafts.filter(({ ci }, i) => !isDuplicate(insertions[i]!) && !earlierCis.has(ci.id));
  await ciWrites.create(
    tx,
    tenantId,
    created
      .map(({ ci, identifiers }) => ({ properties: toNode(ci), labels: labelsOf(ci.type), identifiers }))
      .sort(by(({ properties }) => String(properties.id))),
  );
  for (const { item, ci } of created) {
    publish(item.ctx, {
      kind: "ci.created",
      subject: { kind: "ci", id: ci.id },
      version: ci.version,
      before: null,
      after: snapshot(ci),
    });
  }
  return insertions;
}

/** CIs that an earlier attempt created, by id, even if they have been deleted since. */
async function alreadyCreated(tx: GraphTx, tenantId: string, wanted: CiToInsert[]): Promise<Map<string, StoredCi>> {
  const ids = wanted.filter((item) => item.repeatable).map((item) => item.id);
  const found = await ciWrites.findExistingOrDeleted(tx, tenantId, ids);
  return new Map(found.map((ci) => [ci.id, ci]));
}

/** A CI that holds an identifier. `serial` is the serial number among its attributes, normalised. */
interface Holder {
  id: string;
  type: string;
  serial: string | undefined;
}
export type Holders = Map<string, Holder[]>;

/**
 * Locks the identifiers in sorted order. Maps those that can make a duplicate (name, serial) to the CIs of these types that
 * hold them.
 */
export async function lockAndFindHolders(
  tx: GraphTx,
  tenantId: string,
  identifiers: Identifier[],
  types: string[],
): Promise<Holders> {
  const unique = new Map(identifiers.map((identifier) => [keyOf(identifier), identifier]));
  const sorted = [...unique.keys()].sort().map((key) => mustGet(unique, key));
  const rows = await ciWrites.lockIdentifiers(tx, tenantId, sorted, ["name", "serial"], [...new Set(types)]);
  return new Map(rows.map((row) => [keyOf(row), row.owners.map(holderOf)]));
}

/** Same type and name (without case), or same type and serial number: section 7 of the interface specification, CONFLICT. */
export function findDuplicate(
  ci: StoredCi,
  identifiers: Identifier[],
  holders: Holders,
  allowSameName = false,
): Duplicate | undefined {
  const serial = serialOf(ci.attributes);
  for (const identifier of identifiers) {
    if (identifier.kind === "name" && allowSameName) continue;
    if (identifier.kind === "serial" && identifier.value !== serial) continue;
    const others = holders.get(keyOf(identifier))?.filter(({ id, type }) => id !== ci.id && type === ci.type);
    const other = others?.find((holder) => identifier.kind === "name" || holder.serial === serial);
    if (!other) continue;
    const one = withArticle(ci.type.replaceAll("_", " "));
    const violation =
      identifier.kind === "name"
        ? { field: "name", reason: `${one} of this name exists` }
        : { field: "attributes.serial_number", reason: `${one} with this serial number exists` };
    return { existingId: other.id, violation };
  }
  return undefined;
}

/** Normalised serial number of the attributes; one in the custom fields finds a CI, but makes no duplicate. */
export function serialOf({ serial_number: serial }: Fields): string | undefined {
  return typeof serial === "string" || typeof serial === "number" ? normalizeSerial(String(serial)) : undefined;
}

function holderOf({ id, type, attributes }: { id: string; type: string; attributes: string | null }): Holder {
  return { id, type, serial: attributes === null ? undefined : serialOf(parseFields(attributes)) };
}

function addHolder(holders: Holders, identifier: Identifier, holder: Holder): void {
  const list = holders.get(keyOf(identifier));
  if (list) list.push(holder);
  else holders.set(keyOf(identifier), [holder]);
}

/** Gives the holders the state of a CI after a change within the transaction: what it holds now, its type and serial number. */
export function moveHolder(holders: Holders, ci: StoredCi, held: readonly Identifier[]): void {
  const keys = new Set(held.map(keyOf));
  const holder = { id: ci.id, type: ci.type, serial: serialOf(ci.attributes) };
  for (const [key, list] of holders) {
    const others = list.filter(({ id }) => id !== ci.id);
    holders.set(key, keys.has(key) ? [...others, holder] : others);
  }
}

export function keyOf(identifier: { kind: string; value: string }): string {
  return `${identifier.kind} ${identifier.value}`;
}
