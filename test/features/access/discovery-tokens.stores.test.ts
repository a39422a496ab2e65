import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import type { NewKeyInput } from "../../../src/features/access/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { PASSWORD } from "../../support/access.ts";
import { ALL, accessSuite, DAY, keyInput } from "./access-suite.ts";
import { bearer, codeOf, contextOfToken, withScopes } from "./support.ts";

const { clock, access, newContext } = await accessSuite();
const ctx = await newContext();
const otherCtx = await newContext();

describe("discovery tokens", () => {
  const token = (overrides: Partial<NewKeyInput> = {}) => keyInput({ scopes: ["discovery.submit"], ...overrides });

  it("belong to the tenant and have the granted scopes", async () => {
    const { secret, key } = await access.verbs.createDiscoveryToken(ctx, token());
    expect(secret).toMatch(/^orrd_test_[0-9A-Za-z]{43}$/);
    const identity = await access.authenticator.authenticate(bearer(secret));
    expect(identity).toMatchObject({ tenantId: ctx.tenantId, actor: { kind: "discovery_token", id: key.id } });
    expect([...identity.scopes]).toEqual(["discovery.submit"]);
  });

  it("need discovery.configure with every kind of credential", async () => {
    const machine: RequestContext = {
      ...withScopes(ctx, "discovery.configure", "discovery.submit"),
      actor: { kind: "api_key", id: newId() },
    };
    const { key } = await access.verbs.createDiscoveryToken(machine, token());
    expect((await access.verbs.discoveryTokens.get(machine, key.id)).name).toBe("a key");
    const without = withScopes(ctx, "discovery.read", "discovery.execute", "admin.users");
    for (const call of [
      access.verbs.createDiscoveryToken(without, token()),
      access.verbs.discoveryTokens.list(without, ALL),
      access.verbs.discoveryTokens.get(without, key.id),
      access.verbs.discoveryTokens.revoke(without, key.id),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
        details: { required_scope: "discovery.configure" },
      });
    }
  });

  it("have no scope that their creator lacks, except discovery.submit with discovery.execute", async () => {
    const maker = (...scopes: Parameters<typeof withScopes>[1][]) => withScopes(ctx, "discovery.configure", ...scopes);
    const both = token({ scopes: ["discovery.submit", "discovery.read"] });
    const make = access.verbs.createDiscoveryToken;
    for (const [by, wanted, beyond] of [
      [maker(), token(), "discovery.submit"],
      [maker("discovery.read"), both, "discovery.submit"],
      [maker("discovery.execute"), both, "discovery.read"],
    ] as const) {
      await expect(make(by, wanted)).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
        details: { required_scope: beyond },
      });
    }
    expect((await make(maker("discovery.execute"), token())).key.scopes).toEqual(["discovery.submit"]);
    expect((await make(maker("discovery.execute", "discovery.read"), both)).key.scopes).toEqual(both.scopes);
  });

  it("are listed apart from API keys, and answer 404 to another tenant", async () => {
    const { key, secret } = await access.verbs.createDiscoveryToken(ctx, token());
    const apiKey = await access.verbs.createApiKey(ctx, keyInput());
    const ids = (await access.verbs.discoveryTokens.list(ctx, ALL)).items.map((item) => item.id);
    expect(ids).toContain(key.id);
    expect(ids).not.toContain(apiKey.key.id);
    expect(await codeOf(access.verbs.discoveryTokens.get(ctx, apiKey.key.id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.apiKeys.revoke(ctx, key.id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(access.verbs.discoveryTokens.revoke(otherCtx, key.id))).toBe("RESOURCE_NOT_FOUND");
    await access.verbs.discoveryTokens.revoke(ctx, key.id);
    expect(await codeOf(contextOfToken(access, secret))).toBe("AUTHENTICATION_REQUIRED");
  });
});

describe("createKeyForTenant", () => {
  it("creates a key of the named tenant without an owner", async () => {
    const name = `line ${newId()}`;
    const tenant = await access.createTenant({ name, adminEmail: "a@example.com", adminPassword: PASSWORD });
    const scanner = await access.createKeyForTenant("discovery_token", { tenant: name.toUpperCase(), name: "scanner" });
    expect(scanner.key).toMatchObject({ tenantId: tenant.id, scopes: ["discovery.submit"] });
    expect(scanner.key.expiresAt.getTime() - clock.now().getTime()).toBe(90 * DAY);
    const made = { tenant: name, name: "script", scopes: ["cmdb.read", "cmdb.read"], expiresIn: "P2W" };
    const script = await access.createKeyForTenant("api_key", made);
    expect(script.key.scopes).toEqual(["cmdb.read"]);
    expect(script.key.expiresAt.getTime() - clock.now().getTime()).toBe(14 * DAY);
    expect((await contextOfToken(access, script.secret)).tenantId).toBe(tenant.id);
  });

  it.each([
    ["api_key", { name: "x" }, "scopes"],
    ["api_key", { name: "x", scopes: ["everything"] }, "scopes.0"],
    ["api_key", { name: "x", scopes: [] }, "scopes"],
    ["api_key", { name: " ", scopes: ["cmdb.read"] }, "name"],
    ["api_key", { name: "x", scopes: ["cmdb.read"], expiresIn: "366d" }, "expiresIn"],
    ["api_key", { name: "x", scopes: ["cmdb.read"], expiresIn: "soon" }, "expiresIn"],
    ["discovery_token", { name: "x", scopes: ["cmdb.read"] }, "scopes.0"],
  ] as const)("are refused as %s of %j, naming %s", async (kind, given, field) => {
    await expect(access.createKeyForTenant(kind, { tenant: "default", ...given })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [expect.objectContaining({ field })],
    });
  });

  it("refuses an unknown tenant", async () => {
    const made = access.createKeyForTenant("api_key", { tenant: "nowhere", name: "x", scopes: ["cmdb.read"] });
    expect(await codeOf(made)).toBe("RESOURCE_NOT_FOUND");
  });
});
