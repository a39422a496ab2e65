import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { sessionsStore } from "../../../src/features/access/login/sessions.store.ts";
import { grantsStore } from "../../../src/features/access/oauth/grants.store.ts";
import { oauthClientsStore } from "../../../src/features/access/oauth/oauth-clients.store.ts";
import { usersStore } from "../../../src/features/access/users/users.store.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { Sql } from "../../../src/platform/postgres/postgres.ts";
import { sha256 } from "../../../src/platform/secrets.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { codeOf, contextOfToken } from "./support.ts";

let scratch: Scratch;
let access: Access;
beforeAll(async () => {
  scratch = await scratchDatabase();
  access = testAccess(scratch.postgres);
  await access.prepare();
});
afterAll(async () => {
  await access.stop();
  await scratch.drop();
});

const now = new Date();
const later = new Date(now.getTime() + 60_000);

/** Waits until this many transactions of the database wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const rows = await scratch.postgres.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.waiting;
      },
      { timeout: 10_000 },
    )
    .toBe(count);

/**
 * Runs two exchanges of one token and, during the first, the deletion of its user. A lock order of token before session
 * or grant would deadlock with the deletion.
 */
async function race(
  user: { id: string; tenantId: string },
  exchange: (tx: Sql, goOn?: Promise<void>) => Promise<boolean>,
) {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const first = scratch.postgres.transaction((tx) => exchange(tx, held));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const second = scratch.postgres.transaction((tx) => exchange(tx));
  await waiting(1);
  const deletion = scratch.postgres.transaction(async (tx) => {
    await sessionsStore.revokeAll(tx, user.id, now, undefined);
    await usersStore.remove(tx, user.tenantId, user.id);
  });
  await waiting(2);
  goOn();
  expect(await Promise.all([first, second, deletion])).toEqual([true, false, undefined]);
  expect(await usersStore.findById(scratch.postgres, user.tenantId, user.id)).toBeUndefined();
}

describe("UserVerbs.remove", () => {
  it("does not deadlock with refreshes of a login", async () => {
    const tenant = await testTenant(access);
    const login = await tenant.login();
    const hash = sha256(login.refreshToken);
    await race({ id: login.user.id, tenantId: tenant.id }, async (tx, goOn) => {
      const sessionId = await sessionsStore.useRefreshToken(tx, hash, now);
      await goOn;
      if (sessionId === undefined) return false;
      return (await sessionsStore.userOfLiveSession(tx, sessionId)) !== undefined;
    });
  });

  it("does not deadlock with refreshes of the user's OAuth grants", async () => {
    const tenant = await testTenant(access);
    const { user } = await tenant.login();
    const [clientId, id, hash] = [newId(), newId(), sha256(newId())];
    const { postgres } = scratch;
    const client = { id: clientId, tenantId: tenant.id, userId: user.id, name: "app", redirectUris: [], scopes: [] };
    await oauthClientsStore.insert(postgres, { ...client, secretHash: undefined, createdAt: now });
    await grantsStore.insert(postgres, { id, clientId, userId: user.id, scopes: ["cmdb.read"], createdAt: now });
    await grantsStore.addRefreshToken(postgres, hash, id, later);
    await race({ id: user.id, tenantId: tenant.id }, async (tx, goOn) => {
      const fresh = await grantsStore.useRefreshToken(tx, hash, now);
      await goOn;
      return fresh && (await grantsStore.addRefreshToken(tx, sha256(newId()), id, later));
    });
  });

  it("makes the user's token create nothing in another process that still accepts it", async () => {
    const tenant = await testTenant(access);
    const login = await tenant.login();
    const ctx = await contextOfToken(access, login.token);
    await usersStore.remove(scratch.postgres, tenant.id, login.user.id);
    const scopes = ["cmdb.read"] as const;
    const { createApiKey, createServiceAccount, createOAuthClient } = access.verbs;
    const client = { name: "app", redirectUris: ["https://app.example.com/"], scopes, public: true };
    for (const attempt of [
      () => createApiKey(ctx, { name: "k", scopes, lifetimeMs: 60_000 }),
      () => createServiceAccount(ctx, { name: "s", scopes, publicKey: "never looked at" }),
      () => createOAuthClient(ctx, client),
    ]) {
      expect(await codeOf(attempt())).toBe("AUTHENTICATION_REQUIRED");
    }
  });
});
