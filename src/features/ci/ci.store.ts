import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import type { Identifier } from "../../model/identifiers.ts";
import { GRAPH_RELATIONSHIP_TYPES } from "../../model/relationships.ts";
import { LostRace } from "../../platform/graph/faults.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { propertyMap, query } from "../../platform/graph/query.ts";
import { type CiWithRelationships, type RelationshipEnd, SOURCE_CLASSES, type StoredCi } from "./ci.model.ts";
import { type CiNode, fromNode } from "./ci.node.ts";

const tenantId = z.string();
const identifier = z.object({ kind: z.string(), value: z.string() });
const properties = propertyMap;

/** Columns of a CI that callers see; objects are JSON texts. */
export const publicColumns = {
  id: z.string(),
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(CI_STATUSES),
  attributes: z.string(),
  customFields: z.string(),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
};

export const ciNodeSchema = z.object({
  ...publicColumns,
  source: z.enum(SOURCE_CLASSES),
  observedAt: z.string(),
  provenance: z.string().nullable(),
});
const relationshipEnd = z.object({
  id: z.string(),
  graphType: z.string(),
  spelling: z.string().nullable(),
  outgoing: z.boolean(),
  ciId: z.string(),
  ciName: z.string(),
});
const movedRelationship = z.object({
  id: z.string(),
  graphType: z.enum(GRAPH_RELATIONSHIP_TYPES),
  spelling: z.string().nullable(),
  source: z.string(),
  target: z.string(),
  attributes: z.string().nullable(),
});
const byId = z.object({ tenantId, id: z.string() });
const lockedRow = z.object({ ci: ciNodeSchema, identifiers: z.array(identifier) });

const holder = z.object({
  kind: z.string(),
  value: z.string(),
  owners: z.array(z.object({ id: z.string(), type: z.string(), attributes: z.string().nullable() })),
});
const lockIdentifiers = query("identifiers/lock", {
  params: z.object({
    tenantId,
    identifiers: z.array(identifier),
    holderKinds: z.array(z.string()),
    holderTypes: z.array(z.string()),
  }),
  row: z.object({ locked: z.int(), holders: z.array(holder) }),
});
const createCis = query("ci/create", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ properties, labels: z.array(z.string()), identifiers: z.array(identifier) })),
  }),
  row: z.object({ created: z.int() }),
});
const lockCis = query("ci/lock", { params: z.object({ tenantId, ids: z.array(z.string()) }), row: lockedRow });
const lockAndShowCis = query("ci/lock-and-show", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: lockedRow.extend({ relationships: z.array(relationshipEnd) }),
});
const existingOrDeletedCis = query("ci/made", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ ci: ciNodeSchema }),
});
const updateCis = query("ci/update", {
  params: z.object({
    tenantId,
    items: z.array(
      z.object({
        id: z.string(),
        properties,
        addLabels: z.array(z.string()),
        dropLabels: z.array(z.string()),
        addIdentifiers: z.array(identifier),
        dropIdentifiers: z.array(identifier),
      }),
    ),
  }),
  row: z.object({ updated: z.int() }),
});
const getRow = z.object({ ...publicColumns, relationships: z.array(relationshipEnd) });
const getCis = query("ci/get", { params: z.object({ tenantId, ids: z.array(z.string()) }), row: getRow });
const storedCi = query("ci/provenance", { params: byId, row: z.object({ ci: ciNodeSchema }) });
const ciExists = query("ci/exists", { params: byId, row: z.object({ id: z.string() }) });
const deleteCi = query("ci/delete", {
  params: z.object({ tenantId, id: z.string(), deletedAt: z.string(), actor: z.string() }),
  row: z.object({ relationships: z.array(movedRelationship) }),
});
const setProperties = query("ci/set-properties", {
  params: z.object({ tenantId, items: z.array(z.object({ id: z.string(), properties })) }),
  row: z.object({ updated: z.int() }),
});
const lockDeletedCi = query("ci/deleted", { params: byId, row: lockedRow });
const restoreCi = query("ci/restore", {
  params: z.object({ tenantId, id: z.string(), restoredAt: z.string(), actor: z.string() }),
  row: z.object({ version: z.int() }),
});
const lockOtherEnds = query("ci/lock-other-ends", { params: byId, row: z.object({ locked: z.int() }) });
const restoreRelationships = query("ci/restore-relationships", { params: byId, row: movedRelationship });
const findDependents = query("ci/dependents", {
  params: byId,
  row: z.object({ id: z.string(), name: z.string(), type: z.string() }),
});
const purgeableCis = query("ci/purgeable", {
  params: z.object({ tenantId, deletedBefore: z.string(), limit: z.int() }),
  row: z.object({ id: z.string() }),
});
const purgeCis = query("ci/purge", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ id: z.string() }),
});
const orphans = query("identifiers/orphans", {
  params: z.object({ tenantId, kind: z.string(), afterValue: z.string(), limit: z.int() }),
  row: z.object({ last: z.string().nullable(), orphans: z.array(z.string()) }),
});
const removeOrphans = query("identifiers/remove-orphans", {
  params: z.object({ tenantId, kind: z.string(), values: z.array(z.string()) }),
  row: z.object({ removed: z.int() }),
});

export type MovedRelationship = z.output<typeof movedRelationship>;
export interface LockedCi {
  ci: StoredCi;
  identifiers: Identifier[];
}
/** A locked CI with the relationships that callers see. */
export interface ShownCi extends LockedCi {
  relationships: RelationshipEnd[];
}
export interface CiChange {
  id: string;
  properties: Record<string, unknown>;
  addLabels: string[];
  dropLabels: string[];
  addIdentifiers: Identifier[];
  dropIdentifiers: Identifier[];
}
/** Whether only properties change that decide no label. */
function isPlain({ properties, addLabels, dropLabels, addIdentifiers, dropIdentifiers }: CiChange): boolean {
  const isEmpty = [addLabels, dropLabels, addIdentifiers, dropIdentifiers].every(({ length }) => length === 0);
  return isEmpty && properties.status === undefined;
}

export interface NewCiNode {
  properties: Record<string, unknown>;
  labels: string[];
  identifiers: Identifier[];
}

const locked = (row: z.output<typeof lockedRow>): LockedCi => ({
  ci: fromNode(row.ci as CiNode),
  identifiers: row.identifiers as Identifier[],
});

/** Writes of one transaction, in the order in which locks are taken: identifiers, then CIs. */
export const ciWrites = {
  /** Locks identifiers, which the caller has sorted. Returns the CIs of `holderTypes` that hold those of `holderKinds`. */
  async lockIdentifiers(
    tx: GraphTx,
    tenantId: string,
    identifiers: Identifier[],
    holderKinds: string[],
    holderTypes: string[] = [],
  ) {
    if (identifiers.length === 0) return [];
    const row = (await tx.run(lockIdentifiers, { tenantId, identifiers, holderKinds, holderTypes }))[0];
    if (row?.locked !== identifiers.length)
      throw new LostRace("an identifier was removed while its lock was waited for");
    return row.holders;
  },
  async create(tx: GraphTx, tenantId: string, items: NewCiNode[]) {
    if (items.length > 0) await tx.run(createCis, { tenantId, items });
  },
  async lock(tx: GraphTx, tenantId: string, ids: string[]): Promise<LockedCi[]> {
    if (ids.length === 0) return [];
    return (await tx.run(lockCis, { tenantId, ids: [...ids].sort() })).map(locked);
  },
  /** Locks as `lock` does, and reads what an answer shows in the same statement. */
  async lockAndShow(tx: GraphTx, tenantId: string, ids: string[]): Promise<ShownCi[]> {
    const rows = await tx.run(lockAndShowCis, { tenantId, ids: [...ids].sort() });
    return rows.map(({ relationships, ...row }) => ({ ...locked(row), relationships }));
  },
  /** CIs that exist or are deleted and can be restored; takes no lock. */
  async findExistingOrDeleted(tx: GraphTx, tenantId: string, ids: string[]): Promise<StoredCi[]> {
    if (ids.length === 0) return [];
    return (await tx.run(existingOrDeletedCis, { tenantId, ids })).map((row) => fromNode(row.ci as CiNode));
  },
  update(tx: GraphTx, tenantId: string, items: CiChange[]): void {
    const plain = items.filter(isPlain).map(({ id, properties }) => ({ id, properties }));
    if (plain.length > 0) tx.send(setProperties, { tenantId, items: plain });
    const others = items.filter((item) => !isPlain(item));
    if (others.length > 0) tx.send(updateCis, { tenantId, items: others });
  },
  /** Returns the relationships that were deleted with the CI. */
  async delete(tx: GraphTx, tenantId: string, id: string, at: string, actor: string): Promise<MovedRelationship[]> {
    const rows = await tx.run(deleteCi, { tenantId, id, deletedAt: at, actor });
    return rows[0]?.relationships ?? [];
  },
  async lockDeleted(tx: GraphTx, tenantId: string, id: string): Promise<LockedCi | undefined> {
    const row = (await tx.run(lockDeletedCi, { tenantId, id }))[0];
    return row && locked(row);
  },
  async restore(tx: GraphTx, tenantId: string, id: string, at: string, actor: string): Promise<MovedRelationship[]> {
    await tx.run(restoreCi, { tenantId, id, restoredAt: at, actor });
    await tx.run(lockOtherEnds, { tenantId, id });
    return tx.run(restoreRelationships, { tenantId, id });
  },
  /** Returns the purged ids: those whose CI was still deleted. */
  async purge(tx: GraphTx, tenantId: string, ids: string[]): Promise<string[]> {
    return (await tx.run(purgeCis, { tenantId, ids: [...ids].sort() })).map((row) => row.id);
  },
  async removeOrphans(tx: GraphTx, tenantId: string, kind: string, values: string[]): Promise<number> {
    return (await tx.run(removeOrphans, { tenantId, kind, values: [...values].sort() }))[0]?.removed ?? 0;
  },
};

export const ciReads = {
  async get(graph: Graph, tenantId: string, ids: string[]): Promise<CiWithRelationships[]> {
    const rows = await graph.read(getCis, { tenantId, ids });
    return rows.map((row) => ({
      ...row,
      attributes: parseFields(row.attributes),
      customFields: parseFields(row.customFields),
    }));
  },
  /** With the sources of its values. */
  async stored(graph: Graph, tenantId: string, id: string): Promise<StoredCi | undefined> {
    const [row] = await graph.read(storedCi, { tenantId, id });
    return row && fromNode(row.ci as CiNode);
  },
  async exists(graph: Graph, tenantId: string, id: string): Promise<boolean> {
    return (await graph.read(ciExists, { tenantId, id })).length > 0;
  },
  /** Ids of CIs that were deleted before a time (ISO 8601), oldest deletion first. */
  async purgeable(graph: Graph, tenantId: string, before: string, limit: number): Promise<string[]> {
    return (await graph.read(purgeableCis, { tenantId, deletedBefore: before, limit })).map((row) => row.id);
  },
  /** Values of one kind that no CI holds, within the page after a value; `last` is null past the end. */
  async orphans(graph: Graph, tenantId: string, kind: string, after: string, limit: number) {
    const row = (await graph.read(orphans, { tenantId, kind, afterValue: after, limit }))[0];
    return row ?? { last: null, orphans: [] };
  },
  dependents: (tx: GraphTx, tenantId: string, id: string) => tx.run(findDependents, { tenantId, id }),
};
