import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { reseal } from "../../../src/platform/postgres/reseal.ts";
import { SEALED_COLUMNS } from "../../../src/platform/postgres/sealed-columns.ts";
import { createSecrets, type Secrets } from "../../../src/platform/secrets.ts";
import { PASSWORD, ROOT_SECRET, testAccess, testTenant } from "../../support/access.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { bearer, codeOf } from "./support.ts";

const NEW_ROOT = "another root secret of the tests, long enough";
const FACTORS = 450;

const old = createSecrets(ROOT_SECRET);
const both = createSecrets(NEW_ROOT, [ROOT_SECRET]);
const fresh = createSecrets(NEW_ROOT);

let scratch: Scratch;
let access: Access;
let token: string;
let userIds: string[];
beforeAll(async () => {
  scratch = await scratchDatabase();
  access = testAccess(scratch.postgres);
  const tenant = await testTenant(access);
  ({ token } = await tenant.login());
  userIds = Array.from({ length: FACTORS }, () => newId());
  await scratch.postgres.query(
    `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
     select id, $2, id, id, 'x', '{}', false, now() from unnest($1::text[]) as id`,
    [userIds, tenant.id],
  );
  await scratch.postgres.query(
    "insert into second_factors (user_id, sealed_secret, created_at) select *, now() from unnest($1::text[], $2::text[])",
    [userIds, userIds.map((id) => old.seal("totp-secret", `secret of ${id}`, id))],
  );
});
afterAll(() => scratch.drop());

const process = (secrets: Secrets) => testAccess(scratch.postgres, { secrets });

async function sealedUnder(secrets: Secrets): Promise<number> {
  let found = 0;
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await scratch.postgres.query<{ sealed: string }>(
      `select ${column} as sealed from ${table} where ${column} is not null`,
    );
    found += rows.filter(({ sealed }) => sealed.split(".")[1] === secrets.rootId).length;
  }
  return found;
}

describe("rotateSecret", () => {
  it("interrupted at any point leaves each text under one root or the other", async () => {
    let updates = 0;
    const cut: Postgres = {
      ...scratch.postgres,
      transaction: (work) =>
        scratch.postgres.transaction((tx) =>
          work({
            query: (text, values) => {
              if (text.startsWith("update") && ++updates > 230) throw new Error("killed");
              return tx.query(text, values);
            },
          }),
        ),
    };
    await expect(testAccess(cut).rotateSecret(both)).rejects.toThrow("killed");
    const done = await sealedUnder(both);
    expect(done).toBeGreaterThan(0);
    expect(await sealedUnder(old)).toBe(FACTORS + 1 - done);
    const running = process(both);
    await running.checkSecret();
    expect(await codeOf((async () => running.authenticator.authenticate(bearer(token)))())).toBe("no error");
  });

  it("resumes after an interruption, reports how many, and has nothing to do the next time", async () => {
    const left = await sealedUnder(old);
    const results = await process(both).rotateSecret(both);
    expect(results.map(({ table, column }) => `${table}.${column}`)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
    );
    expect(results.reduce((sum, each) => sum + each.resealed, 0)).toBe(left);
    expect(await sealedUnder(fresh)).toBe(FACTORS + 1);
    const again = await process(both).rotateSecret(both);
    for (const each of again) expect(each).toMatchObject({ resealed: 0, unopened: 0 });
  });

  it("preserves every text, for a service that knows only the new root", async () => {
    const rows = await scratch.postgres.query<{ user_id: string; sealed_secret: string }>(
      "select user_id, sealed_secret from second_factors",
    );
    expect(rows).toHaveLength(FACTORS);
    for (const { user_id, sealed_secret } of rows) {
      expect(fresh.open("totp-secret", sealed_secret, user_id)).toBe(`secret of ${user_id}`);
    }
    const service = process(fresh);
    await service.checkSecret();
    expect(await codeOf((async () => service.authenticator.authenticate(bearer(token)))())).toBe("no error");
    const tenant = await testTenant(service);
    expect((await service.verbs.login({ email: tenant.email, password: PASSWORD })).user.email).toBe(tenant.email);
    await expect(process(old).checkSecret()).rejects.toThrow(/^ORRERY_SECRET: /);
  });

  it("is recorded in the audit log, without any text", async () => {
    const rows = await scratch.postgres.query("select * from audit_log where action = 'root_secret.rotated'");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ actor: "system", after: { resealed: expect.any(Number) } });
    expect(JSON.stringify(rows)).not.toMatch(/v1\.|root secret of/);
  });

  it("leaves what neither root opens, reseals the rest, and says that the previous root is still needed", async () => {
    const strange = createSecrets("a third root secret that nobody has any more");
    const [lost, kept] = userIds as [string, string];
    const set = (id: string, sealed: string) =>
      scratch.postgres.query("update second_factors set sealed_secret = $2 where user_id = $1", [id, sealed]);
    await set(lost, strange.seal("totp-secret", "x", lost));
    await set(kept, old.seal("totp-secret", "y", kept));
    const results = await reseal(scratch.postgres, both, SEALED_COLUMNS);
    for (const each of results) {
      const count = each.table === "second_factors" ? 1 : 0;
      expect(each).toMatchObject({ resealed: count, unopened: count });
    }
    await expect(process(both).rotateSecret(both)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("1 in second_factors"),
    });
  });
});
