import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Logger } from "../log.ts";
import type { Graph } from "./graph.ts";
import { query } from "./query.ts";
import { despiteSchemaRaces } from "./schema-race.ts";
import { adaptTextIndexes } from "./text-indexes.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../cypher/schema");
const nameRow = z.object({ name: z.string() });
const applied = query("schema/applied", { params: z.object({}), row: nameRow });
const record = query("schema/record", { params: z.object({ name: z.string(), appliedAt: z.string() }), row: nameRow });
const proveWrites = query("schema/prove-writes", {
  params: z.object({ name: z.string(), atMs: z.int() }),
  row: nameRow,
});
/** Every graph with a schema has its record. */
const FIRST = "0001_keys_and_orders";

/** One numbered file of idempotent statements (IF NOT EXISTS), each ended by a semicolon at the end of a line. */
export interface GraphMigration {
  name: string;
  statements: string[];
}

export function graphMigrations(): GraphMigration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.cypher$/.test(file))
    .sort()
    .map((file) => ({ name: file.slice(0, -7), statements: split(readFileSync(path.join(FOLDER, file), "utf8")) }));
}

/**
 * Applies the missing migrations in order, adapts the full-text indexes to the server's settings, and waits until every
 * index is online. Returns the names of the migrations. Safe for concurrent starts: the statements are idempotent, and the
 * caller holds the migration lock of Postgres.
 */
export async function migrateGraph(graph: Graph, log: Logger): Promise<string[]> {
  const done = await appliedGraphMigrations(graph);
  const names: string[] = [];
  for (const migration of graphMigrations()) {
    if (done.has(migration.name)) continue;
    for (const statement of migration.statements) await despiteSchemaRaces(() => graph.raw(statement));
    await graph.write((tx) => tx.run(record, { name: migration.name, appliedAt: new Date().toISOString() }));
    log.info({ migration: migration.name }, "graph migration applied");
    names.push(migration.name);
  }
  const made = await adaptTextIndexes(graph, log);
  if (names.length > 0 || made.length > 0) await graph.raw("CALL db.awaitIndexes(300)");
  return names;
}

/**
 * Commits a write of no meaning. Rejects unless the server takes it: one whose disk was full answers and reads, and yet
 * writes nothing until it is started again.
 */
export async function proveGraphWrites(graph: Graph): Promise<void> {
  const [row] = await graph.write((tx) => tx.run(proveWrites, { name: FIRST, atMs: Date.now() }));
  if (!row) throw new Error("the graph has no schema");
}

export async function appliedGraphMigrations(graph: Graph): Promise<Set<string>> {
  const rows = await graph.read(applied, {});
  return new Set(rows.map((row) => row.name));
}

function split(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("//"))
    .join("\n")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
