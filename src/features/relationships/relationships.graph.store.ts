import { z } from "zod";
import { by } from "../../model/order.ts";
import type { GraphRelationshipType } from "../../model/relationships.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { Relationship, RelationshipCi } from "./relationship.model.ts";
import { fromRow, relationshipRow, toProperties } from "./relationship.node.ts";

const tenantId = z.string();
const byIds = z.object({ tenantId, ids: z.array(z.string()) });
const byId = z.object({ tenantId, id: z.string() });
const properties = z.record(z.string(), z.unknown());

const getRelationships = query("relationships/get", { params: byIds, row: relationshipRow });
const lockEnds = query("relationships/lock-ends", {
  params: byIds,
  row: z.object({ id: z.string(), name: z.string(), type: z.string() }),
});
const findByKey = query("relationships/find-by-key", {
  params: z.object({ tenantId, keys: z.array(z.string()) }),
  row: z.object({ key: z.string(), id: z.string() }),
});
const createRelationships = query("relationships/create", {
  params: z.object({
    tenantId,
    items: z.array(z.object({ graphType: z.string(), source: z.string(), target: z.string(), properties })),
  }),
  row: z.object({ created: z.int() }),
});
const updateRelationship = query("relationships/update", {
  params: z.object({ tenantId, id: z.string(), properties }),
  row: z.object({ id: z.string() }),
});
const updateRelationships = query("relationships/update-many", {
  params: z.object({ tenantId, items: z.array(z.object({ id: z.string(), properties })) }),
  row: z.object({ updated: z.int() }),
});
const deleteRelationship = query("relationships/delete", { params: byId, row: z.object({ removed: z.int() }) });
const deleteRelationships = query("relationships/delete-many", { params: byIds, row: z.object({ removed: z.int() }) });

/** Relationships in the graph. Writers lock in this order: types, then both ends, then the relationship. */
export const relationshipsGraph = {
  /** Relationships with these ids, outside of a transaction; ids that name none are absent. */
  async read(graph: Graph, tenantId: string, ids: string[]): Promise<Relationship[]> {
    return (await graph.read(getRelationships, { tenantId, ids })).map(fromRow);
  },

  /** Locks CIs in the order of their ids; CIs that do not exist are absent. */
  async lockEnds(tx: GraphTx, tenantId: string, ids: Iterable<string>): Promise<Map<string, RelationshipCi>> {
    const sorted = [...new Set(ids)].sort();
    if (sorted.length === 0) return new Map();
    const rows = await tx.run(lockEnds, { tenantId, ids: sorted });
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** Ids of the relationships of one type that have these keys. */
  async findByKey(
    tx: GraphTx,
    tenantId: string,
    type: GraphRelationshipType,
    keys: string[],
  ): Promise<Map<string, string>> {
    const rows = await tx.run(findByKey.with({ type }), { tenantId, keys: [...new Set(keys)] });
    return new Map(rows.map((row) => [row.key, row.id]));
  },

  async get(tx: GraphTx, tenantId: string, ids: string[]): Promise<Relationship[]> {
    if (ids.length === 0) return [];
    return (await tx.run(getRelationships, { tenantId, ids })).map(fromRow);
  },

  async create(tx: GraphTx, tenantId: string, relationships: Relationship[]): Promise<void> {
    if (relationships.length === 0) return;
    const items = relationships.map((relationship) => ({
      graphType: relationship.graphType,
      source: relationship.source.id,
      target: relationship.target.id,
      properties: toProperties(tenantId, relationship),
    }));
    items.sort(by(({ properties }) => String(properties.key)));
    await tx.run(createRelationships, { tenantId, items });
  },

  async update(tx: GraphTx, tenantId: string, relationship: Relationship): Promise<void> {
    const changed = toProperties(tenantId, relationship);
    const typed = updateRelationship.with({ type: relationship.graphType });
    await tx.run(typed, { tenantId, id: relationship.id, properties: changed });
  },

  /** One statement for each type among them. */
  async updateMany(tx: GraphTx, tenantId: string, relationships: readonly Relationship[]): Promise<void> {
    for (const [type, ofType] of Map.groupBy(relationships, ({ graphType }) => graphType)) {
      const items = ofType.map((relationship) => ({
        id: relationship.id,
        properties: toProperties(tenantId, relationship),
      }));
      items.sort(by(({ id }) => id));
      await tx.run(updateRelationships.with({ type }), { tenantId, items });
    }
  },

  async delete(tx: GraphTx, tenantId: string, { graphType, id }: Relationship): Promise<void> {
    await tx.run(deleteRelationship.with({ type: graphType }), { tenantId, id });
  },

  /** One statement for each type among them. */
  async deleteMany(tx: GraphTx, tenantId: string, relationships: readonly Relationship[]): Promise<void> {
    for (const [type, ofType] of Map.groupBy(relationships, ({ graphType }) => graphType)) {
      const ids = ofType.map(({ id }) => id).sort();
      await tx.run(deleteRelationships.with({ type }), { tenantId, ids });
    }
  },
};
