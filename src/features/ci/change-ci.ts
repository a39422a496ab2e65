import type { RequestContext } from "../../context.ts";
import { type IdentifiedCi, type Identifier, identifiersOf } from "../../model/identifiers.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { type StoredCi, snapshot } from "./ci.model.ts";
import { labelsOf, nodeChange } from "./ci.node.ts";
import { type CiChange, ciWrites, type LockedCi } from "./ci.store.ts";
import { keyOf } from "./insert-cis.ts";

/** Derives the identifiers of a CI's state. */
export type Identify = (ci: IdentifiedCi) => readonly Identifier[];

/** Difference between held identifiers and those derived from fields; `source_key` comes from scanners and is kept. */
export function identifierChange(
  held: Identifier[],
  after: StoredCi,
  identify: Identify = identifiersOf,
): Pick<CiChange, "addIdentifiers" | "dropIdentifiers"> {
  const wanted = identify(after);
  const wantedKeys = new Set(wanted.map(keyOf));
  const heldKeys = new Set(held.map(keyOf));
  return {
    addIdentifiers: wanted.filter((identifier) => !heldKeys.has(keyOf(identifier))),
    dropIdentifiers: held.filter(
      (identifier) => identifier.kind !== "source_key" && !wantedKeys.has(keyOf(identifier)),
    ),
  };
}

/**
 * `identifiersOf` for the states of one transaction, which asks for those of a changed CI to lock, to check and to write:
 * derived once while type, name and fields are the same. Fields are never changed in place.
 */
export function identifyOnce(): Identify {
  const derived = new Map<object, { from: IdentifiedCi; identifiers: Identifier[] }>();
  return (ci) => {
    const last = derived.get(ci.attributes);
    const isSame =
      last?.from.type === ci.type && last.from.name === ci.name && last.from.customFields === ci.customFields;
    if (last && isSame) return last.identifiers;
    const identifiers = identifiersOf(ci);
    derived.set(ci.attributes, { from: ci, identifiers });
    return identifiers;
  };
}

/** Update of the node that turns a locked CI into `after`. */
export function changeOf(locked: LockedCi, after: StoredCi, identify: Identify = identifiersOf): CiChange {
  const before = locked.ci;
  const moved = before.type !== after.type;
  return {
    id: after.id,
    properties: nodeChange(before, after),
    addLabels: moved ? labelsOf(after.type) : [],
    dropLabels: moved ? labelsOf(before.type) : [],
    ...identifierChange(locked.identifiers, after, identify),
  };
}

/** Writes new states of CIs and publishes the changes. The caller holds the locks of the CIs and their identifiers. */
export function writeChanges(
  tx: GraphTx,
  ctx: RequestContext,
  changes: { locked: LockedCi; after: StoredCi; properties?: Record<string, unknown> }[],
  publish: Publish,
): void {
  const items = changes.map(({ locked, after, properties }) => {
    const change = changeOf(locked, after);
    return { ...change, properties: { ...change.properties, ...properties } };
  });
  ciWrites.update(tx, ctx.tenantId, items);
  for (const { locked, after } of changes) publishUpdated(publish, ctx, locked.ci, after);
}

export function publishUpdated(publish: Publish, ctx: RequestContext, before: StoredCi, after: StoredCi): void {
  publish(ctx, {
    kind: "ci.updated",
    subject: { kind: "ci", id: after.id },
    version: after.version,
    before: snapshot(before),
    after: snapshot(after),
  });
}
