import { by } from "../../model/order.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import {
  backupGraphReads,
  CHANGE_LABELS,
  CI_LABELS,
  type NodeRow,
  type Properties,
  type RelationshipRow,
} from "./backup.graph.store.ts";
import { BackupError } from "./backup-error.ts";
import type { Manifest } from "./manifest.ts";
import { postgresStore } from "./postgres.store.ts";
import { createRecordWriter, type RecordWriter } from "./record-files.ts";
import { addAll, type CiIds, countOf, createChangeWatch } from "./watch-changes.ts";

export interface CopyGraphDeps {
  graph: Graph;
  postgres: Postgres;
  folder: string;
  /** Called once, at the moment of the snapshot, while writers are locked out. */
  onSnapshot: () => Promise<void>;
}

/** A copied CI or deleted CI. `round` grows with each pass: of several copies of one CI the latest is valid. */
export type NodeRecord = NodeRow & { round: number; tenant: string };
export type RelationshipRecord = Omit<RelationshipRow, "type"> & { round: number; tenant: string };
export type PropertiesRecord = { round: number; tenant: string; properties: Properties };
export type ChangedRecord = { tenant: string; id: string; round: number };

const PAGE = 250;
/** The last pass, under the lock, copies at most so many changes; more are copied in passes before it. */
const MAX_CHANGES_UNDER_LOCK = 500;
const MAX_CATCH_UPS = 6;

/**
 * Copies a consistent snapshot of the graph, and locks writers out only while it reads the last few changes: the first
 * pass reads everything, further passes read what changed meanwhile, and the last pass runs under the lock. Throws
 * BackupError if the database repeats the locked transaction.
 */
export async function copyGraph(deps: CopyGraphDeps): Promise<Omit<Manifest["graph"], "migrations">> {
  const copy = createCopy(deps);
  try {
    await copySnapshot(deps, copy);
    return await copy.close();
  } catch (error) {
    await copy.discard();
    throw error;
  }
}

async function copySnapshot({ graph, postgres, onSnapshot }: CopyGraphDeps, copy: Copy): Promise<void> {
  const changes = createChangeWatch({ graph, postgres, startMs: Date.now() });
  await changes();
  for (const tenant of await postgresStore.tenantIds(postgres)) await copy.copyTenant(tenant);
  const pending: CiIds = new Map();
  for (let i = 0; i < MAX_CATCH_UPS; i++) {
    addAll(pending, await changes());
    if (countOf(pending) <= MAX_CHANGES_UNDER_LOCK) break;
    await copy.copyChanged(pending);
    pending.clear();
  }
  let isLocked = false;
  await graph.write(async (tx) => {
    if (isLocked)
      throw new BackupError("Writers could not be held up for long enough; try again when there is less to do");
    const tenants = await postgresStore.tenantIds(postgres);
    await backupGraphReads.lockWriters(tx, tenants);
    isLocked = true;
    addAll(pending, await changes());
    await copy.copyChanged(pending);
    await copy.copySmallLabels(tenants);
    await onSnapshot();
  });
}

type Copy = ReturnType<typeof createCopy>;

function createCopy({ graph, folder }: CopyGraphDeps) {
  const writers = new Map<string, Promise<RecordWriter>>();
  const writerOf = (file: string): Promise<RecordWriter> => {
    const known = writers.get(file) ?? createRecordWriter(folder, `graph/${file}.ndjson.gz`);
    writers.set(file, known);
    return known;
  };
  const write = async (file: string, record: object) => (await writerOf(file)).write(record);
  let round = 0;

  const writeNodes = async (label: string, tenantId: string, rows: NodeRow[]) => {
    for (const row of rows)
      await write(`node-${label}`, { round, tenant: tenantId, ...row, ...requireStorable(row.properties) });
  };
  const writeProperties = async (label: string, tenantId: string, rows: { properties: Properties }[]) => {
    for (const row of rows)
      await write(`node-${label}`, { round, tenant: tenantId, ...requireStorable(row.properties) });
  };
  const writeRelationships = async (tenantId: string, rows: RelationshipRow[]) => {
    for (const { type, ...row } of rows) {
      await write(`relationship-${type}`, { round, tenant: tenantId, ...row, ...requireStorable(row.properties) });
    }
  };

  return {
    /** First pass: everything of a tenant, page by page. */
    async copyTenant(tenantId: string): Promise<void> {
      for (const label of CI_LABELS) {
        for await (const rows of pages((after) => backupGraphReads.nodes(graph, label, tenantId, after, PAGE))) {
          await writeNodes(label, tenantId, rows);
          if (label === "CI")
            await writeRelationships(tenantId, await backupGraphReads.relationships(graph, tenantId, idsOf(rows)));
        }
      }
      for await (const rows of pages((after) => backupGraphReads.deletedRelationships(graph, tenantId, after, PAGE))) {
        await writeProperties("DeletedRelationship", tenantId, rows);
      }
    },

    /** Further pass: CIs that have changed since they were copied, with their relationships. */
    async copyChanged(changes: CiIds): Promise<void> {
      round++;
      for (const [tenant, all] of changes) {
        for (const ids of chunks([...all].sort(), PAGE)) {
          for (const id of ids) await write("changed", { tenant, id, round });
          for (const label of CI_LABELS) {
            await writeNodes(label, tenant, await backupGraphReads.nodesOfIds(graph, label, tenant, ids));
          }
          await writeRelationships(tenant, await backupGraphReads.relationshipsOfIds(graph, tenant, ids));
          const deleted = await backupGraphReads.deletedRelationshipsOfIds(graph, tenant, ids);
          await writeProperties("DeletedRelationship", tenant, deleted);
        }
      }
    },

    /** Labels with few nodes: relationship types of tenants' own, pending and parked changes. */
    async copySmallLabels(tenants: string[]): Promise<void> {
      for (const tenant of tenants) {
        await writeProperties("RelationshipType", tenant, await backupGraphReads.relationshipTypes(graph, tenant));
      }
      const included = new Set(tenants);
      for (const label of CHANGE_LABELS) {
        for await (const { tenant, properties } of backupGraphReads.changes(graph, label)) {
          if (included.has(tenant)) await write(`node-${label}`, { round, tenant, properties });
        }
      }
    },

    async close(): Promise<Omit<Manifest["graph"], "migrations">> {
      await writerOf("changed");
      const result: Omit<Manifest["graph"], "migrations"> = {
        nodes: [],
        relationships: [],
        changed: await (await writerOf("changed")).close(),
      };
      for (const [name, writer] of [...writers].sort(by(([name]) => name))) {
        const [kind, ...rest] = name.split("-");
        if (kind === "node") result.nodes.push({ label: rest.join("-"), ...(await (await writer).close()) });
        if (kind === "relationship")
          result.relationships.push({ type: rest.join("-"), ...(await (await writer).close()) });
      }
      return result;
    },

    /** Closes the files. Ignores errors, because the caller already has the one that matters. */
    async discard(): Promise<void> {
      await Promise.allSettled([...writers.values()].map(async (writer) => (await writer).close()));
    },
  };
}

/** Throws for a value of a type that a restore could not write back unchanged. */
function requireStorable(properties: Properties): { properties: Properties } {
  for (const [name, value] of Object.entries(properties)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (!["string", "number", "boolean"].includes(typeof each)) {
        throw new Error(`the property ${name} holds a ${typeof each}, which a backup cannot keep`);
      }
    }
  }
  return { properties };
}

async function* pages<T extends { properties: Properties }>(read: (after: string) => Promise<T[]>) {
  for (let after = ""; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)!.properties.id);
  }
}

function idsOf(rows: { properties: Properties }[]): string[] {
  return rows.map((row) => String(row.properties.id));
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
