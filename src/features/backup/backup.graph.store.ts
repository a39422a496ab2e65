import { z } from "zod";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

const tenantId = z.string();
const properties = z.record(z.string(), z.unknown());
const identifier = z.object({ kind: z.string(), value: z.string() });
const ids = z.object({ tenantId, ids: z.array(z.string()) });
const page = z.object({ tenantId, afterId: z.string(), limit: z.int() });
const written = z.object({ written: z.int() });

/** A CPE entry of the CI, and the properties of its relationship. Backups of older versions have none. */
const cpe = z.object({ entry: properties, link: properties });
const nodeRow = z.object({
  labels: z.array(z.string()),
  properties,
  identifiers: z.array(identifier),
  cpes: z.array(cpe).default([]),
});
const relationshipRow = z.object({ type: z.string(), source: z.string(), target: z.string(), properties });
const propertiesRow = z.object({ properties });
export type NodeRow = z.output<typeof nodeRow>;
export type RelationshipRow = z.output<typeof relationshipRow>;
export type Properties = z.output<typeof properties>;

/** Labels of CIs, and of deleted CIs that can be restored. */
export const CI_LABELS = ["CI", "DeletedCI"] as const;
export type CiLabel = (typeof CI_LABELS)[number];

/** Labels of changes that Postgres does not have yet. */
export const CHANGE_LABELS = ["Outbox", "ParkedChange"] as const;
export type ChangeLabel = (typeof CHANGE_LABELS)[number];

/** Labels whose nodes are copied on their own, those copied with the CIs that refer to them, and those excluded. */
export const COPIED_LABELS = [...CI_LABELS, "DeletedRelationship", "RelationshipType", ...CHANGE_LABELS] as const;
export const LABELS_COPIED_WITH_CIS = ["Identifier", "CpeEntry"] as const;
/**
 * The target records its own migrations, and change stamps only distinguish one moment from the next. Vectors are large, and
 * are made anew where they are missing.
 */
export const EXCLUDED_LABELS = ["SchemaMigration", "ChangeStamp", "EmbeddingA", "EmbeddingB"] as const;

const nodes = query("backup/nodes", { params: page, row: nodeRow });
const nodesOfIds = query("backup/nodes-of-ids", { params: ids, row: nodeRow });
const relationships = query("backup/relationships", { params: ids, row: relationshipRow });
const relationshipsOfIds = query("backup/relationships-of-ids", { params: ids, row: relationshipRow });
const deletedRelationships = query("backup/deleted-relationships", { params: page, row: propertiesRow });
const deletedRelationshipsOfIds = query("backup/deleted-relationships-of-ids", { params: ids, row: propertiesRow });
const relationshipTypes = query("backup/relationship-types", { params: z.object({ tenantId }), row: propertiesRow });
const lockWriters = query("backup/hold-writers", {
  params: z.object({ tenantIds: z.array(z.string()) }),
  row: z.object({ held: z.int() }),
});

const putNodes = query("backup/put-nodes", {
  params: z.object({ tenantId, items: z.array(nodeRow) }),
  row: written,
});
const putRelationships = query("backup/put-relationships", {
  params: z.object({ tenantId, items: z.array(relationshipRow) }),
  row: written,
});
const manyProperties = z.object({ tenantId, items: z.array(properties) });
const putDeletedRelationships = query("backup/put-deleted-relationships", { params: manyProperties, row: written });
const putRelationshipTypes = query("backup/put-relationship-types", { params: manyProperties, row: written });
const changes = query("backup/changes", {
  params: z.object({ after: z.string(), limit: z.int() }),
  row: z.object({ tenant: z.string(), properties: z.looseObject({ id: z.string(), entries: z.string() }) }),
});
const putChanges = query("backup/put-changes", { params: manyProperties, row: written });
const occupied = query("backup/occupied", { params: z.object({}), row: z.object({ found: z.boolean() }) });
const wipe = query("backup/wipe", { params: z.object({ limit: z.int() }), row: z.object({ removed: z.int() }) });
const restoration = query("backup/restoration", { params: z.object({}), row: z.object({ backupId: z.string() }) });
const beginRestoration = query("backup/begin-restoration", {
  params: z.object({ backupId: z.string() }),
  row: z.object({ backupId: z.string() }),
});
const endRestoration = query("backup/end-restoration", { params: z.object({}), row: z.object({ ended: z.int() }) });
const unrecordMigrations = query("backup/unrecord-migrations", {
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ forgotten: z.int() }),
});

const WIPE_BATCH = 2_000;
/** Nodes with changes are large: few at a time. */
const CHANGES_PAGE = 10;

/** Queries of a backup. */
export const backupGraphReads = {
  nodes: (graph: Graph, label: CiLabel, tenantId: string, after: string, limit: number) =>
    graph.read(nodes.with({ label }), { tenantId, afterId: after, limit }),
  nodesOfIds: (graph: Graph, label: CiLabel, tenantId: string, wanted: string[]) =>
    graph.read(nodesOfIds.with({ label }), { tenantId, ids: wanted }),
  /** Outgoing relationships of the CIs. */
  relationships: (graph: Graph, tenantId: string, wanted: string[]) =>
    graph.read(relationships, { tenantId, ids: wanted }),
  /** Relationships of the CIs in both directions. */
  relationshipsOfIds: (graph: Graph, tenantId: string, wanted: string[]) =>
    graph.read(relationshipsOfIds, { tenantId, ids: wanted }),
  deletedRelationships: (graph: Graph, tenantId: string, after: string, limit: number) =>
    graph.read(deletedRelationships, { tenantId, afterId: after, limit }),
  deletedRelationshipsOfIds: (graph: Graph, tenantId: string, wanted: string[]) =>
    graph.read(deletedRelationshipsOfIds, { tenantId, ids: wanted }),
  relationshipTypes: (graph: Graph, tenantId: string) => graph.read(relationshipTypes, { tenantId }),
  /** Changes that wait or are parked, read page by page. */
  async *changes(graph: Graph, label: ChangeLabel) {
    for (let after = ""; ; ) {
      const rows = await graph.read(changes.with({ label }), { after, limit: CHANGES_PAGE });
      yield* rows;
      if (rows.length < CHANGES_PAGE) return;
      after = rows.at(-1)!.properties.id;
    }
  },
  /** Locks the change stamps: until the transaction ends no other transaction commits a published change. */
  lockWriters: (tx: GraphTx, tenantIds: string[]) => tx.run(lockWriters, { tenantIds: [...tenantIds].sort() }),
};

/** Writes of a restore; each returns the number of records written. */
export const backupGraphWrites = {
  nodes: (graph: Graph, label: CiLabel, tenantId: string, items: NodeRow[]) =>
    count(graph.write((tx) => tx.run(putNodes.with({ label }), { tenantId, items }))),
  relationships: (graph: Graph, tenantId: string, items: RelationshipRow[]) =>
    count(graph.write((tx) => tx.run(putRelationships, { tenantId, items }))),
  deletedRelationships: (graph: Graph, tenantId: string, items: Properties[]) =>
    count(graph.write((tx) => tx.run(putDeletedRelationships, { tenantId, items }))),
  relationshipTypes: (graph: Graph, tenantId: string, items: Properties[]) =>
    count(graph.write((tx) => tx.run(putRelationshipTypes, { tenantId, items }))),
  changes: (graph: Graph, label: ChangeLabel, tenantId: string, items: Properties[]) =>
    count(graph.write((tx) => tx.run(putChanges.with({ label }), { tenantId, items }))),

  async isOccupied(graph: Graph): Promise<boolean> {
    return (await graph.read(occupied, {}))[0]?.found ?? false;
  },
  async wipe(graph: Graph): Promise<void> {
    while (((await graph.write((tx) => tx.run(wipe, { limit: WIPE_BATCH })))[0]?.removed ?? 0) > 0);
  },
  /** Id of the backup whose restore has started but not ended. */
  async restoration(graph: Graph): Promise<string | undefined> {
    return (await graph.read(restoration, {}))[0]?.backupId;
  },
  async begin(graph: Graph, backupId: string): Promise<void> {
    await graph.write((tx) => tx.run(beginRestoration, { backupId }));
  },
  async end(graph: Graph): Promise<void> {
    await graph.write((tx) => tx.run(endRestoration, {}));
  },
  async unrecordMigrations(graph: Graph, names: string[]): Promise<void> {
    if (names.length > 0) await graph.write((tx) => tx.run(unrecordMigrations, { names }));
  },
};

async function count(rows: Promise<{ written: number }[]>): Promise<number> {
  return (await rows)[0]?.written ?? 0;
}
