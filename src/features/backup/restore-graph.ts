import type { Graph } from "../../platform/graph/graph.ts";
import { backupGraphWrites, CHANGE_LABELS, CI_LABELS, type Properties } from "./backup.graph.store.ts";
import { BackupError } from "./backup-error.ts";
import type { ChangedRecord, NodeRecord, PropertiesRecord, RelationshipRecord } from "./copy-graph.ts";
import type { Manifest } from "./manifest.ts";
import { readRecordTexts } from "./record-files.ts";

const BATCH = 1_000;

export interface RestoredGraph {
  cis: number;
  relationships: number;
}

/**
 * Writes a copied graph: CIs first, then the nodes and relationships that refer to them. Idempotent, so that an
 * interrupted restore can be repeated. Throws BackupError for a relationship without both ends: the backup is inconsistent.
 */
export async function restoreGraph(graph: Graph, folder: string, copied: Manifest["graph"]): Promise<RestoredGraph> {
  const isLatest = await createLatestFilter(folder, copied.changed.file);
  const fileOf = (label: string) => copied.nodes.find((entry) => entry.label === label)?.file;
  const result = { cis: 0, relationships: 0 };

  for (const label of CI_LABELS) {
    for await (const [tenant, items] of batches<NodeRecord>(folder, fileOf(label))) {
      const latest = items.filter((item) => isLatest(item, String(item.properties.id)));
      result.cis += await backupGraphWrites.nodes(graph, label, tenant, latest);
    }
  }
  for await (const [tenant, items] of batches<PropertiesRecord>(folder, fileOf("DeletedRelationship"))) {
    const latest = items.filter((item) =>
      isLatest(item, String(item.properties.source), String(item.properties.target)),
    );
    await backupGraphWrites.deletedRelationships(graph, tenant, propertiesOf(latest));
  }
  for await (const [tenant, items] of batches<PropertiesRecord>(folder, fileOf("RelationshipType"))) {
    await backupGraphWrites.relationshipTypes(graph, tenant, propertiesOf(items));
  }
  for (const { type, file } of copied.relationships) {
    for await (const [tenant, items] of batches<RelationshipRecord>(folder, file)) {
      const latest = items.filter((item) => isLatest(item, item.source, item.target));
      const rows = latest.map((item) => ({ ...item, type }));
      const written = await backupGraphWrites.relationships(graph, tenant, rows);
      if (written < rows.length) throw new BackupError(`${rows.length - written} relationships in ${file} lack an end`);
      result.relationships += written;
    }
  }
  for (const label of CHANGE_LABELS) {
    for await (const [tenant, items] of batches<PropertiesRecord>(folder, fileOf(label))) {
      await backupGraphWrites.changes(graph, label, tenant, propertiesOf(items));
    }
  }
  return result;
}

/** Creates a test of whether a record is the latest copy of all CIs that it belongs to. */
async function createLatestFilter(folder: string, file: string) {
  const rounds = new Map<string, number>();
  for await (const texts of readRecordTexts(folder, file, BATCH)) {
    for (const { tenant, id, round } of texts.map((text) => JSON.parse(text) as ChangedRecord)) {
      rounds.set(`${tenant} ${id}`, Math.max(round, rounds.get(`${tenant} ${id}`) ?? 0));
    }
  }
  return ({ tenant, round }: { tenant: string; round: number }, ...ids: string[]): boolean =>
    ids.every((id) => (rounds.get(`${tenant} ${id}`) ?? 0) <= round);
}

async function* batches<T extends { tenant: string }>(
  folder: string,
  file: string | undefined,
): AsyncGenerator<[string, T[]]> {
  if (file === undefined) return;
  for await (const texts of readRecordTexts(folder, file, BATCH)) {
    const records = texts.map((text) => JSON.parse(text) as T);
    yield* Map.groupBy(records, (record) => record.tenant);
  }
}

function propertiesOf(items: PropertiesRecord[]): Properties[] {
  return items.map((item) => item.properties);
}
