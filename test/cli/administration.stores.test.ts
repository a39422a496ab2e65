import { beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../src/features/access/index.ts";
import { codeOf, contextOfToken } from "../features/access/support.ts";
import { testAccess } from "../support/access.ts";
import { orrery } from "../support/command-line.ts";
import { commandHome } from "./command-home.ts";

const PASSWORD = "correct horse battery staple";

const at = commandHome();
let access: Access;

beforeAll(async () => {
  access = testAccess(at.scratch.postgres);
  for (const name of ["first", "second"]) {
    await access.createTenant({ name, adminEmail: `admin@${name}.example.com`, adminPassword: PASSWORD });
  }
});

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await orrery([...args, "--json"], at.env);
  expect(stderr.replace(/^admin@.*\n/m, "")).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

describe("orrery tenant", () => {
  it("lists and renames", async () => {
    const { tenants } = await json("tenant", "list");
    expect(tenants.map(({ name, users, removing }: Record<string, unknown>) => [name, users, removing])).toEqual([
      ["first", 1, false],
      ["second", 1, false],
    ]);
    expect(await json("tenant", "rename", "SECOND", "Zweite")).toMatchObject({ id: tenants[1].id, name: "Zweite" });
    const taken = await orrery(["tenant", "rename", "zweite", "First"], at.env);
    expect([taken.code, taken.stderr]).toEqual([1, "orrery: A tenant of that name exists\n"]);
    expect((await orrery(["tenant", "rename", "zweite", "?"], at.env)).code).toBe(2);
    expect((await orrery(["tenant", "rename", "nobody", "x"], at.env)).code).toBe(1);
    expect((await orrery(["tenant", "list"], at.env)).stdout).toContain("Zweite  1 user");
  });

  it("delete refuses without --yes, and for the last tenant", async () => {
    const asked = await orrery(["tenant", "delete", "first"], at.env);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("add --yes")]);
    expect(await json("tenant", "delete", "zweite", "--yes")).toMatchObject({ name: "Zweite" });
    expect((await orrery(["tenant", "delete", "zweite", "--yes"], at.env)).stderr).toBe(
      "orrery: There is no such tenant\n",
    );
    const last = await orrery(["tenant", "delete", "first", "--yes"], at.env);
    expect([last.code, last.stderr]).toEqual([1, "orrery: This is the last tenant\n"]);
  });
});

describe("orrery user", () => {
  it("creates users with the password on standard input, and lists them", async () => {
    const args = ["user", "create", "--tenant", "first", "--email", "ann@example.com", "--scopes", "cmdb.read,ai.use"];
    const made = await orrery([...args, "--json"], at.env, `${PASSWORD}\n`);
    expect(JSON.parse(made.stdout)).toMatchObject({
      email: "ann@example.com",
      name: "ann@example.com",
      scopes: ["cmdb.read", "ai.use"],
      administrator: false,
      must_change_password: true,
    });
    expect((await orrery([...args, "--password", PASSWORD], at.env)).stderr).toBe(
      "orrery: A user with this email exists\n",
    );
    const other = ["user", "create", "--tenant", "first", "--email", "bob@example.com", "--permanent"];
    expect((await orrery([...other, "--administrator", "--password", PASSWORD], at.env)).code).toBe(0);
    const { users } = await json("user", "list", "--tenant", "first");
    expect(users.map(({ email, administrator }: Record<string, unknown>) => [email, administrator])).toEqual([
      ["admin@first.example.com", true],
      ["ann@example.com", false],
      ["bob@example.com", true],
    ]);
    expect((await access.verbs.login({ email: "bob@example.com", password: PASSWORD })).mustChangePassword).toBe(
      undefined,
    );
  });

  it.each([
    [["--email", "nobody"], /email: /],
    [["--scopes", "cmdb.fly"], /scopes\.0: /],
    [["--password", "password1234"], /password: is one of the most common/],
  ])("refuses %j", async (more, reason) => {
    const args = ["user", "create", "--tenant", "first", "--email", "c@example.com", "--password", PASSWORD];
    const { code, stderr } = await orrery([...args, ...more], at.env);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
  });

  it("reset lets a locked-out administrator in again, including the second factor", async () => {
    const email = "admin@first.example.com";
    const session = await access.verbs.login({ email, password: PASSWORD });
    const ctx = await contextOfToken(access, session.token);
    await at.scratch.postgres.query(
      "insert into second_factors (user_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', now(), now())",
      [ctx.actor.id],
    );
    const args = ["user", "reset-password", "--tenant", "first", "--email", email.toUpperCase()];
    const { code, stdout, stderr } = await orrery([...args, "--reset-second-factor"], at.env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9A-Za-z]{24}\n$/)]);
    expect(stderr).not.toContain(stdout.trim());
    expect(await codeOf(access.verbs.refresh(session.refreshToken))).toBe("AUTH_FAILED");
    expect(await codeOf(access.verbs.login({ email, password: PASSWORD }))).toBe("AUTH_FAILED");
    const again = await access.verbs.login({ email, password: stdout.trim() });
    expect(again.mustChangePassword).toBe(true);
    const given = await orrery([...args, "--password-stdin", "--permanent"], at.env, "four quiet red foxes\n");
    expect([given.code, given.stdout]).toEqual([0, ""]);
    const last = await access.verbs.login({ email, password: "four quiet red foxes" });
    expect(last.mustChangePassword).toBeUndefined();
    expect((await orrery([...args.slice(0, -1), "nobody@example.com"], at.env)).stderr).toBe(
      "orrery: There is no such user\n",
    );
    const actions = await at.scratch.postgres.query<{ action: string; actor: string }>(
      "select action, actor from audit_log where target_id = $1 and actor = 'system' order by at, id",
      [ctx.actor.id],
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["user.created", "user.password_reset", "second_factor.reset"]),
    );
  });
});
