import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresStore } from "../../../src/features/backup/postgres.store.ts";
import { newId } from "../../../src/platform/ids.ts";
import { migratePostgres } from "../../../src/platform/postgres/migrate.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());

const TABLES = ["audit_log", "history"] as const;

async function fill(): Promise<string> {
  const tenant = await testTenant(testAccess(scratch.postgres));
  await scratch.postgres.query(
    `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, actor, request_id, at)
     values ($1, $2, 'ci.created', 'ci', 'x', 1, 'system', 'r', now())`,
    [tenant.id, newId()],
  );
  return tenant.id;
}

const rows = async (table: string, tenant: string) =>
  (await scratch.postgres.query(`select 1 from ${table} where tenant_id = $1`, [tenant])).length;

it("the audit log and the history refuse updates and deletes while their tenant exists", async () => {
  const tenant = await fill();
  for (const table of TABLES) {
    const statements = [
      `update ${table} set actor = 'x' where tenant_id = $1`,
      `update ${table} set tenant_id = 'gone' where tenant_id = $1`,
      `delete from ${table} where tenant_id = $1`,
    ];
    for (const statement of statements) {
      await expect(scratch.postgres.query(statement, [tenant])).rejects.toThrow(`${table} is append-only`);
    }
    expect(await rows(table, tenant)).toBeGreaterThan(0);
  }
});

it("the audit log and the history are deleted with their tenant", async () => {
  const [tenant, other] = [await fill(), await fill()];
  await scratch.postgres.query("update tenants set deleted_at = now() where id = $1", [tenant]);
  for (const table of TABLES) {
    await scratch.postgres.query(`delete from ${table} where tenant_id = $1`, [tenant]);
    expect(await rows(table, tenant)).toBe(0);
    expect(await rows(table, other)).toBeGreaterThan(0);
  }
});

it("a restore may empty the audit log and the history, and drop and recreate their tables", async () => {
  const tenant = await fill();
  const { postgres } = scratch;
  await postgres.transaction(async (tx) => postgresStore.clear(tx, await postgresStore.tables(tx)));
  for (const table of TABLES) expect(await rows(table, tenant)).toBe(0);
  await postgres.transaction(async (tx) => postgresStore.drop(tx, await postgresStore.tables(tx)));
  const before = (name: string) => name < "0014";
  await migratePostgres(postgres, log, ({ name }) => before(name));
  await postgres.query(
    `insert into tenants (id, name, name_key, created_at) values ('t', 'default', 'default', now())`,
  );
  await postgres.query(
    `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
     values ('u', 't', 'a@example.com', 'a@example.com', 'x', '{}', true, now())`,
  );
  await migratePostgres(postgres, log);
  // An installation from before that migration counts as started.
  expect(await testAccess(postgres).ensureFirstAdministrator()).toBeUndefined();
  expect((await testAccess(postgres).operator.users("default")).map(({ passwordOrigin }) => passwordOrigin)).toEqual([
    "own",
  ]);
  await expect(postgres.query("delete from tenants")).resolves.toEqual([]);
  await fill();
});
