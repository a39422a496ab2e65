import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Logger } from "../log.ts";
import type { Postgres, Sql } from "./postgres.ts";

/** Any number that no other user of the database takes as its advisory lock. */
const LOCK = 0x0_44_e4_41;
/** Held around the migrations of both stores; not the lock above, which a transaction of its own takes meanwhile. */
const BOTH_STORES_LOCK = LOCK + 1;
const FOLDER = path.join(import.meta.dirname, "migrations");

export interface Migration {
  /** The number and name of the file, e.g. `0001_tenants`. */
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
 * Applies what is missing, in order, in one transaction. Two processes that start at once wait for each other.
 * With `only`, the schema of an earlier time is laid: a backup of that time goes into it.
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
 * Runs the work while no other process runs such work: the migrations of both stores. The lock ends with the
 * connection, so that a killed process holds nobody up.
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
