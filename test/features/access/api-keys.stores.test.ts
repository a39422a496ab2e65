import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { newId } from "../../../src/platform/ids.ts";
import { sha256 } from "../../../src/platform/secrets.ts";
import { testAccess } from "../../support/access.ts";
import { ALL, accessSuite, DAY, keyInput } from "./access-suite.ts";
import { bearer, codeOf, contextOfToken, withScopes } from "./support.ts";

const { scratch, clock, access, newContext } = await accessSuite();
const ctx = await newContext();
const otherCtx = await newContext();

describe("API keys", () => {
  it("authenticate as their tenant with exactly their scopes; only a hash is stored", async () => {
    const { secret, key } = await access.verbs.createApiKey(ctx, keyInput({ description: "for a script" }));
    expect(secret).toMatch(/^orr_test_[0-9A-Za-z]{43}$/);
    expect(key).toMatchObject({ name: "a key", description: "for a script", scopes: ["cmdb.read"] });
    expect(key.expiresAt.getTime() - clock.now().getTime()).toBe(90 * DAY);
    const identity = await access.authenticator.authenticate(bearer(secret));
    expect(identity.tenantId).toBe(ctx.tenantId);
    expect(identity.actor).toEqual({ kind: "api_key", id: key.id, ownerId: ctx.actor.id });
    expect([...identity.scopes]).toEqual(["cmdb.read"]);
    const rows = await scratch.postgres.query<Record<string, unknown>>("select * from access_keys where id = $1", [
      key.id,
    ]);
    expect(rows[0]!.hash).toEqual(sha256(secret));
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-20));
  });

  it("cannot have a scope that their creator lacks", async () => {
    const limited = withScopes(ctx, "cmdb.read", "events.read");
    const refused = access.verbs.createApiKey(limited, keyInput({ scopes: ["cmdb.read", "cmdb.write"] }));
    await expect(refused).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      details: { required_scope: "cmdb.write" },
    });
    const made = await access.verbs.createApiKey(limited, keyInput({ scopes: ["events.read"] }));
    expect(made.key.scopes).toEqual(["events.read"]);
  });

  it("are created, listed and revoked with a user's login token only", async () => {
    const { key } = await access.verbs.createApiKey(ctx, keyInput());
    for (const kind of ["api_key", "discovery_token", "service_account", "oauth"] as const) {
      const machine: RequestContext = { ...ctx, actor: { kind, id: key.id } };
      expect(await codeOf(access.verbs.createApiKey(machine, keyInput()))).toBe("PERMISSION_DENIED");
      expect(await codeOf(access.verbs.apiKeys.list(machine, ALL))).toBe("PERMISSION_DENIED");
      expect(await codeOf(access.verbs.apiKeys.get(machine, key.id))).toBe("PERMISSION_DENIED");
      expect(await codeOf(access.verbs.apiKeys.revoke(machine, key.id))).toBe("PERMISSION_DENIED");
    }
  });

  it("expire, in a process that has cached them and in one that has not", async () => {
    const { secret } = await access.verbs.createApiKey(ctx, keyInput({ lifetimeMs: DAY }));
    expect(await codeOf(contextOfToken(access, secret))).toBe("no error");
    clock.advance(DAY - 1);
    expect(await codeOf(contextOfToken(access, secret))).toBe("no error");
    clock.advance(1);
    expect(await codeOf(contextOfToken(access, secret))).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(contextOfToken(testAccess(scratch.postgres, { clock }), secret))).toBe(
      "AUTHENTICATION_REQUIRED",
    );
  });

  it("are refused and not listed once they are revoked", async () => {
    const { secret, key } = await access.verbs.createApiKey(ctx, keyInput());
    expect(await codeOf(contextOfToken(access, secret))).toBe("no error");
    await access.verbs.apiKeys.revoke(ctx, key.id);
    expect(await codeOf(contextOfToken(access, secret))).toBe("AUTHENTICATION_REQUIRED");
    expect(await codeOf(access.verbs.apiKeys.get(ctx, key.id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.apiKeys.revoke(ctx, key.id))).toBe("RESOURCE_NOT_FOUND");
  });

  it("of another tenant answer 404", async () => {
    const { key, secret } = await access.verbs.createApiKey(ctx, keyInput());
    expect(await codeOf(access.verbs.apiKeys.get(otherCtx, key.id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.apiKeys.revoke(otherCtx, key.id))).toBe("RESOURCE_NOT_FOUND");
    expect((await access.verbs.apiKeys.list(otherCtx, ALL)).items.map((item) => item.id)).not.toContain(key.id);
    expect(await codeOf(contextOfToken(access, secret))).toBe("no error");
    for (const id of ["", "x", "a\u0000b", newId()]) {
      expect(await codeOf(access.verbs.apiKeys.get(ctx, id))).toBe("RESOURCE_NOT_FOUND");
    }
  });

  it("are visible to their user, and to users with admin.users", async () => {
    const colleague: RequestContext = { ...ctx, actor: { kind: "user", id: await addUser(ctx.tenantId) } };
    const plain = withScopes(colleague, "cmdb.read");
    const own = await access.verbs.createApiKey(plain, keyInput({ name: "own" }));
    const { key } = await access.verbs.createApiKey(ctx, keyInput({ name: "not theirs" }));
    const seen = await access.verbs.apiKeys.list(plain, ALL);
    expect(seen.items.map((item) => item.id)).toEqual([own.key.id]);
    expect(seen.total).toBe(1);
    expect(await codeOf(access.verbs.apiKeys.get(plain, key.id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.apiKeys.revoke(plain, key.id))).toBe("RESOURCE_NOT_FOUND");
    const managed = await access.verbs.apiKeys.list(ctx, ALL);
    expect(managed.items.map((item) => item.id)).toEqual(expect.arrayContaining([own.key.id, key.id]));
    await access.verbs.apiKeys.revoke(ctx, own.key.id);
    expect(await codeOf(contextOfToken(access, own.secret))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("are deleted with their user", async () => {
    const userId = await addUser(ctx.tenantId);
    const { secret } = await access.verbs.createApiKey({ ...ctx, actor: { kind: "user", id: userId } }, keyInput());
    await scratch.postgres.query("delete from users where id = $1", [userId]);
    expect(await codeOf(contextOfToken(access, secret))).toBe("AUTHENTICATION_REQUIRED");
  });

  it("are created once by all tries of one request", async () => {
    const id = newId();
    const first = await access.verbs.createApiKey(ctx, keyInput({ id }));
    await expect(access.verbs.createApiKey(ctx, keyInput({ id }))).rejects.toMatchObject({
      code: "CONFLICT",
      details: { existing_id: first.key.id },
    });
    expect(await codeOf(contextOfToken(access, first.secret))).toBe("no error");
  });
});

describe("KeyVerbs.list", () => {
  it("lists in any order, by page or by cursor, without gaps or repeats", async () => {
    const mine = await newContext();
    const names = ["delta", "alpha", "charlie", "bravo", "alpha"];
    for (const [i, name] of names.entries()) {
      await access.verbs.createApiKey(mine, keyInput({ name, lifetimeMs: (10 - i) * DAY }));
      if (i !== 2) clock.advance(1_000);
    }
    const walk = async (column: "name" | "createdAt" | "expiresAt", order: "asc" | "desc") => {
      const seen: string[] = [];
      let after: { value: string | Date; id: string } | undefined;
      for (let i = 0; i < 5; i++) {
        const page = await access.verbs.apiKeys.list(mine, { column, order, page: 1, limit: 2, after });
        expect(page.total).toBe(5);
        seen.push(...page.items.map((item) => item.id));
        after = page.next;
        if (!after) break;
      }
      return seen;
    };
    for (const column of ["name", "createdAt", "expiresAt"] as const) {
      const down = await walk(column, "desc");
      expect(new Set(down).size).toBe(5);
      expect(await walk(column, "asc")).toEqual(down.toReversed());
      const paged = [1, 2, 3].map((page) => access.verbs.apiKeys.list(mine, { column, order: "desc", page, limit: 2 }));
      expect((await Promise.all(paged)).flatMap((page) => page.items.map((item) => item.id))).toEqual(down);
    }
    const byName = await access.verbs.apiKeys.list(mine, { ...ALL, column: "name", order: "asc" });
    expect(byName.items.map((item) => item.name)).toEqual(["alpha", "alpha", "bravo", "charlie", "delta"]);
    expect((await access.verbs.apiKeys.list(mine, { ...ALL, page: 9 })).items).toEqual([]);
    expect(Object.keys(byName.items[0]!)).not.toContain("hash");
  });
});

async function addUser(tenantId: string): Promise<string> {
  const id = newId();
  await scratch.postgres.query(
    `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
     values ($1, $2, $3, $3, 'none', '{}', false, now())`,
    [id, tenantId, `${id}@example.com`],
  );
  return id;
}
