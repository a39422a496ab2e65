import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "../log.ts";
import type { Postgres, Sql } from "./postgres.ts";

/** Advisory lock: an arbitrary number that no other user of the database locks. */
const LOCK = 0x0_44_e4_41;
/** Advisory lock around the migrations of both stores; the migration's own transaction takes the lock above. */
const BOTH_STORES_LOCK = LOCK + 1;
const FOLDER = path.join(import.meta.dirname, "migrations");

export interface Migration {
  /** Number and name of the file, e.g. `0001_tenants`. */
  name: string;
  text: string;
}

export function postgresMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(path.join(FOLDER, file), "utf8") }));
}

/**
 * Applies the missing migrations in order, in one transaction, and returns their names. Concurrent starts wait for each
 * other. `only` selects an earlier schema, to restore an older backup into it.
 */
export async function migratePostgres(
  postgres: Postgres,
  log: Logger,
  only: (migration: Migration) => boolean = () => true,
): Promise<string[]> {
  return postgres.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 0");
    await tx.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const done = await appliedPostgresMigrations(tx, true);
    const applied: string[] = [];
    for (const migration of postgresMigrations().filter(only)) {
      if (done.has(migration.name)) continue;
      await tx.query(migration.text);
      await tx.query("insert into schema_migrations (name) values ($1)", [migration.name]);
      log.info({ migration: migration.name }, "Postgres migration applied");
      applied.push(migration.name);
    }
    return applied;
  });
}

/**
 * Runs the migrations of both stores under an advisory lock. The lock ends with the connection, so that a killed process
 * blocks nobody.
 */
export async function withMigrationLock<T>(postgres: Postgres, work: () => Promise<T>): Promise<T> {
  return postgres.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 0");
    await tx.query("set local idle_in_transaction_session_timeout = 0");
    await tx.query("select pg_advisory_xact_lock($1)", [BOTH_STORES_LOCK]);
    return work();
  });
}

export async function appliedPostgresMigrations(sql: Sql, create = false): Promise<Set<string>> {
  if (create) {
    await sql.query(
      "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
  }
  const rows = await sql.query<{ name: string }>("select name from schema_migrations");
  return new Set(rows.map((row) => row.name));
}
