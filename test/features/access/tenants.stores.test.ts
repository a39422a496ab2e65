import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Access } from "../../../src/features/access/index.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { accessDeps, PASSWORD, testAccess } from "../../support/access.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { codeOf, contextOfToken } from "./support.ts";

describe("tenants", () => {
  let scratch: Scratch;
  let access: Access;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    access = testAccess(scratch.postgres);
  });
  afterAll(() => scratch.drop());

  const input = (name: string) => ({ name, adminEmail: "a@example.com", adminPassword: PASSWORD });

  it("are created with an administrator who has every scope", async () => {
    const tenant = await access.createTenant(input("Example North"));
    const login = await access.verbs.login({ email: "A@Example.com", password: PASSWORD, tenant: "example NORTH" });
    expect(login.user).toEqual({ id: expect.any(String), email: "a@example.com", tenant: "Example North" });
    const ctx = await contextOfToken(access, login.token);
    expect(ctx.tenantId).toBe(tenant.id);
    expect(ctx.actor).toMatchObject({ kind: "user", id: login.user.id });
    expect([...ctx.scopes]).toEqual(expect.arrayContaining(["cmdb.delete", "admin.audit", "discovery.submit"]));
  });

  it("have names that differ by more than case, even with simultaneous creations", async () => {
    const names = ["Example South", "example south", "EXAMPLE SOUTH", "Example south"];
    const codes = await Promise.all(names.map((name) => codeOf(access.createTenant(input(name)))));
    expect(codes.sort()).toEqual(["CONFLICT", "CONFLICT", "CONFLICT", "no error"]);
  });

  it.each([
    ["", "a@example.com", PASSWORD, "name"],
    [" blank", "a@example.com", PASSWORD, "name"],
    ["a\u0000b", "a@example.com", PASSWORD, "name"],
    ["x".repeat(65), "a@example.com", PASSWORD, "name"],
    ["fine", "not an address", PASSWORD, "adminEmail"],
    ["fine", "a@example.com", "short", "adminPassword"],
    ["fine", "a@example.com", "Welcome2024!!", "adminPassword"],
    ["Northern Plant", "a@example.com", "northern-plant-1", "adminPassword"],
    ["fine", "a@example.com", "x".repeat(257), "adminPassword"],
  ])("are refused with name %j, email %j, password %j, naming %s", async (name, adminEmail, adminPassword, field) => {
    await expect(access.createTenant({ name, adminEmail, adminPassword })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [expect.objectContaining({ field })],
    });
  });

  it("are not created when their administrator cannot be", async () => {
    await expect(access.createTenant({ ...input("half made"), adminEmail: "" })).rejects.toMatchObject({ status: 400 });
    expect(await access.createTenant(input("half made"))).toMatchObject({ name: "half made" });
  });
});

describe("ensureFirstAdministrator", () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await scratchDatabase();
  });
  afterEach(() => scratch.drop());

  it("creates one administrator when eight processes start at once, and writes the password to a private file", async () => {
    const home = path.join(testHome(), "not", "there", "yet");
    const processes = Array.from({ length: 8 }, () => instance(scratch, home));
    const made = (await Promise.all(processes.map((each) => each.ensureFirstAdministrator()))).filter(Boolean);
    expect(made).toHaveLength(1);
    const first = made[0]!;
    const file = path.join(home, "admin.json");
    expect(first).toEqual({ tenant: "default", email: "admin@orrery.local", password: expect.any(String), file });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      email: first.email,
      password: first.password,
      tenant: "default",
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.password!.length).toBeGreaterThanOrEqual(20);
    const login = await processes[3]!.verbs.login({ email: first.email, password: first.password! });
    expect(login.user.tenant).toBe("default");
    expect(await scratch.postgres.query("select id from users")).toHaveLength(1);
    expect(await instance(scratch, home).ensureFirstAdministrator()).toBeUndefined();
  });

  it("uses the configured administrator, and then writes no file", async () => {
    const home = testHome();
    const access = instance(scratch, home, { email: "root@example.com", password: PASSWORD });
    const made = await access.ensureFirstAdministrator();
    expect(made).toEqual({ tenant: "default", email: "root@example.com", password: undefined, file: undefined });
    expect(() => statSync(path.join(home, "admin.json"))).toThrow(/ENOENT/);
    expect((await access.verbs.login({ email: "root@example.com", password: PASSWORD })).user.tenant).toBe("default");
  });

  it("creates nothing when the password file cannot be written", async () => {
    const access = instance(scratch, "/dev/null/home");
    await expect(access.ensureFirstAdministrator()).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(await scratch.postgres.query("select id from tenants")).toEqual([]);
  });

  it("refuses a configured password that is easily guessed", async () => {
    const access = instance(scratch, testHome(), { email: "root@example.com", password: "Password1234" });
    await expect(access.ensureFirstAdministrator()).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringMatching(/^ORRERY_ADMIN_PASSWORD: expected /),
    });
    expect(await scratch.postgres.query("select id from tenants")).toEqual([]);
    const again = instance(scratch, testHome(), { email: "root@example.com", password: PASSWORD });
    await again.ensureFirstAdministrator();
    // Checked once: a password in use is not checked again.
    await expect(access.ensureFirstAdministrator()).resolves.toBeUndefined();
  });

  it("marks a generated password in each login until it is changed, without restricting the token", async () => {
    const access = instance(scratch, testHome());
    const first = await access.ensureFirstAdministrator();
    const password = first?.password ?? "";
    expect(await access.generatedPasswords()).toEqual([{ email: "admin@orrery.local", tenantName: "default" }]);
    const login = await access.verbs.login({ email: "admin@orrery.local", password });
    expect(login.mustChangePassword).toBe(true);
    const ctx = await contextOfToken(access, login.token);
    expect(ctx.scopes.has("admin.users")).toBe(true);
    expect((await access.verbs.ownAccount.get(ctx)).passwordOrigin).toBe("generated");
    await access.verbs.ownAccount.changePassword(ctx, { currentPassword: password, newPassword: PASSWORD });
    expect(await access.generatedPasswords()).toEqual([]);
    expect((await access.verbs.login({ email: "admin@orrery.local", password: PASSWORD })).mustChangePassword).toBe(
      undefined,
    );
  });

  it("creates nothing after its tenant was renamed", async () => {
    const access = instance(scratch, testHome());
    await access.ensureFirstAdministrator();
    await access.operator.renameTenant("default", "plant");
    expect(await instance(scratch, testHome()).ensureFirstAdministrator()).toBeUndefined();
    expect((await access.operator.tenants()).map(({ name }) => name)).toEqual(["plant"]);
  });

  it("creates it beside tenants that the command line created before", async () => {
    const access = instance(scratch, testHome());
    await access.createTenant({ name: "earlier", adminEmail: "a@example.com", adminPassword: PASSWORD });
    expect(await access.ensureFirstAdministrator()).toMatchObject({ tenant: "default" });
  });
});

describe("the signing key", () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await scratchDatabase();
  });
  afterEach(() => scratch.drop());

  it("is created once when several processes start at once, and is stored sealed", async () => {
    const processes = Array.from({ length: 6 }, () => testAccess(scratch.postgres));
    await Promise.all(processes.map((each) => each.prepare()));
    await Promise.all(processes.map((each) => each.stop()));
    const rows = await scratch.postgres.query<Record<string, string>>("select * from signing_keys");
    expect(rows).toHaveLength(1);
    expect(rows[0]!.public_key).toContain("BEGIN PUBLIC KEY");
    expect(JSON.stringify(rows)).not.toContain("PRIVATE");
    expect(rows[0]!.sealed_private_key).toMatch(/^v1\./);
  });

  it("names the variable when it was sealed under another root secret", async () => {
    await testAccess(scratch.postgres).prepare();
    const other = testAccess(scratch.postgres, { secrets: createSecrets("another root secret, also long enough") });
    await expect(other.prepare()).rejects.toThrow(/^ORRERY_SECRET: expected/);
  });
});

function testHome(): string {
  return path.join(process.env.TMPDIR ?? "/tmp", `orrery-home-${crypto.randomUUID()}`);
}

function instance(scratch: Scratch, home: string, admin: { email?: string; password?: string } = {}): Access {
  const { config } = accessDeps(scratch.postgres);
  return testAccess(scratch.postgres, {
    config: { ...config, home, admin: { email: admin.email, password: admin.password } },
  });
}
