import { describe, expect, it } from "vitest";
import { bearer } from "../features/access/support.ts";
import { testAccess } from "../support/access.ts";
import { orrery } from "../support/command-line.ts";
import { scratchDatabase } from "../support/scratch.ts";
import { commandHome, SECRET } from "./command-home.ts";

const PASSWORD = "correct horse battery staple";

const at = commandHome();

describe("orrery tenant create", () => {
  it("creates a tenant whose administrator can log in, with the password on standard input", async () => {
    const args = ["tenant", "create", "observatory", "--admin-email", "ann@example.com", "--json"];
    const { code, stdout, stderr } = await orrery(args, at.env, `${PASSWORD}\n`);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ id: expect.any(String), name: "observatory", admin_email: "ann@example.com" });
    const login = await testAccess(at.scratch.postgres).verbs.login({ email: "ann@example.com", password: PASSWORD });
    expect(login.user.tenant).toBe("observatory");
  });

  it("accepts the password as an option, and refuses a second tenant of the name", async () => {
    const args = ["tenant", "create", "Refractor", "--admin-email", "bob@example.com", "--admin-password", PASSWORD];
    expect((await orrery(args, at.env)).code).toBe(0);
    const again = await orrery(args, at.env);
    expect(again.stderr).toMatch(/^orrery: A tenant of that name exists\n$/);
    expect(again.code).toBe(1);
  });

  it("reports invalid fields without the password", async () => {
    const args = ["tenant", "create", "third", "--admin-email", "nobody", "--admin-password", "short"];
    const { code, stderr } = await orrery(args, at.env);
    expect(stderr).toMatch(/^orrery: admin-email: /m);
    expect(stderr).toMatch(/^orrery: admin-password: /m);
    expect(stderr).not.toContain("short\n");
    expect(code).toBe(2);
  });
});

describe("orrery token create", () => {
  it("creates a discovery token that the service accepts, with only the secret on standard output", async () => {
    await orrery(
      ["tenant", "create", "tokens", "--admin-email", "t@example.com", "--admin-password", PASSWORD],
      at.env,
    );
    const { code, stdout, stderr } = await orrery(
      ["token", "create", "--tenant", "tokens", "--name", "scanner"],
      at.env,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^orrd_live_[0-9A-Za-z]{43}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    const access = testAccess(at.scratch.postgres);
    const { actor, scopes } = await access.authenticator.authenticate(bearer(stdout.trim()));
    expect(actor.kind).toBe("discovery_token");
    expect([...scopes]).toEqual(["discovery.submit"]);
  });

  it("creates an API key with the requested scopes and lifetime", async () => {
    const args = [
      "token",
      "create",
      "--api-key",
      "--tenant",
      "tokens",
      "--name",
      "reader",
      "--scopes",
      "cmdb.read, cmdb.write",
    ];
    const { code, stdout } = await orrery([...args, "--expires-in", "P1D", "--json"], at.env);
    expect(code).toBe(0);
    const { api_key, expires_at, scopes } = JSON.parse(stdout);
    expect(scopes).toEqual(["cmdb.read", "cmdb.write"]);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    const { actor } = await testAccess(at.scratch.postgres).authenticator.authenticate(bearer(api_key));
    expect(actor.kind).toBe("api_key");
  });

  it.each([
    [["--scopes", "cmdb.fly"], /scopes/, 2],
    [["--expires-in", "soon"], /expires-in/, 2],
    [["--expires-in", "400d"], /expires-in/, 2],
    [["--tenant", "nobody"], /There is no such tenant/, 1],
  ])("%j is refused", async (more, reason, code) => {
    const args = ["token", "create", "--tenant", "tokens", "--name", "x", "--scopes", "discovery.submit", ...more];
    const result = await orrery(args, at.env);
    expect(result.stderr).toMatch(reason);
    expect(result.stdout).toBe("");
    expect(result.code).toBe(code);
  });
});

describe("orrery migrate and orrery doctor", () => {
  it("report an empty database, migrate it, and report it healthy", async () => {
    const empty = await scratchDatabase();
    const own: NodeJS.ProcessEnv = { ...at.env, DATABASE_URL: empty.url };
    await empty.postgres.query("drop schema public cascade");
    await empty.postgres.query("create schema public");
    const before = await orrery(["doctor", "--json"], own);
    expect(before.code).toBe(1);
    const sick = JSON.parse(before.stdout).checks.find(({ name }: { name: string }) => name === "schema");
    expect(sick).toMatchObject({ ok: false, message: expect.stringContaining("0001_tenants") });

    const migrated = await orrery(["migrate", "--json"], own);
    expect(migrated.code).toBe(0);
    expect(JSON.parse(migrated.stdout).postgres).toContain("0001_tenants");
    expect((await orrery(["migrate"], own)).stdout).toMatch(/Nothing to do/);

    const after = await orrery(["doctor", "--json"], own);
    const report = JSON.parse(after.stdout);
    expect(report.neo4j).toEqual({ uri: own.NEO4J_URI, version: expect.stringMatching(/^\d+\.\d+/), ok: true });
    expect(report.postgres).toEqual({ url: expect.any(String), version: expect.stringMatching(/^\d+/), ok: true });
    expect(report.checks.find(({ name }: { name: string }) => name === "schema")).toMatchObject({ ok: true });
    for (const secret of [own.NEO4J_PASSWORD, new URL(empty.url).password, SECRET]) {
      if (secret) expect(after.stdout + after.stderr).not.toContain(secret);
    }
    await empty.drop();
  });

  it("report which store is unreachable", async () => {
    const { code, stdout } = await orrery(["doctor", "--json"], { ...at.env, NEO4J_URI: "bolt://127.0.0.1:1" });
    const { ok, neo4j, postgres, checks } = JSON.parse(stdout);
    expect([ok, neo4j.ok, neo4j.version, postgres.ok]).toEqual([false, false, null, true]);
    expect(checks.find(({ name }: { name: string }) => name === "neo4j").message).toMatch(/cannot be reached/);
    expect(code).toBe(1);
  });

  it("report a secret other than the one of the database", async () => {
    await testAccess(at.scratch.postgres).prepare();
    const { code, stdout } = await orrery(["doctor"], {
      ...at.env,
      ORRERY_SECRET: "a wholly different secret of the tests",
    });
    expect(stdout).toMatch(/^WRONG secret: ORRERY_SECRET: /m);
    expect(code).toBe(1);
  });
});
