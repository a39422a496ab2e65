import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orrery } from "../support/command-line.ts";

let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "orrery-usage-"));
});

afterAll(() => rm(home, { recursive: true, force: true }));

const COMMANDS = [
  "serve",
  "scan",
  "import",
  "cpe",
  "software",
  "process",
  "demo",
  "tenant",
  "user",
  "token",
  "keys",
  "secret",
  "migrate",
  "backup",
  "restore",
  "doctor",
];

describe("orrery --help", () => {
  it("lists every command", async () => {
    const { code, stdout, stderr } = await orrery(["--help"]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  });

  it.each([...COMMANDS, "tenant create", "token create"])("is there for %s", async (command) => {
    const { code, stdout } = await orrery([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: orrery ${command}`);
  });

  it("is printed without a command, with the exit code of an invalid command line", async () => {
    const { code, stdout, stderr } = await orrery([]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("Usage: orrery");
  });
});

describe("an invalid command line", () => {
  it.each([
    [["fly"], /unknown command 'fly'/],
    [["serve", "--loud"], /unknown option '--loud'/],
    [["import"], /missing required argument 'file'/],
    [["backup"], /missing required argument 'dir'/],
    [["tenant", "create", "one"], /--admin-email/],
    [["tenant", "create", "one", "--admin-email", "a@example.com"], /no password/],
    [["token", "create", "--name", "one"], /--tenant/],
    [["scan", "--wait"], /go with --submit/],
    [["scan", "--submit"], /--token/],
    [["scan", "--submit", "--token", "t", "--url", "ftp://example.com"], /http:\/\/ or https:\/\//],
  ])("%j ends with 2 and says why", async (args, reason) => {
    const { code, stdout, stderr } = await orrery(args, { ORRERY_HOME: home });
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/^orrery: /);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

describe("an invalid setting", () => {
  it.each([
    [{ PORT: "many" }, "PORT"],
    [{ DATABASE_URL: "mysql://example.com/x" }, "DATABASE_URL"],
    [{ DATABASE_URL: "postgres://example.com/x" }, "ORRERY_SECRET"],
    [{ NEO4J_URI: "bolt://example.com" }, "NEO4J_PASSWORD"],
    [{ ORRERY_ROLE: "king" }, "ORRERY_ROLE"],
    [{ ORRERY_ADMIN_PASSWORD: "short" }, "ORRERY_ADMIN_PASSWORD"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  ])("%j is one line that names %s, and exit 2", async (env, name) => {
    const ended = ["serve", "migrate"].map((command) => orrery([command], { ORRERY_HOME: home, ...env }));
    for (const { code, stderr } of await Promise.all(ended)) {
      expect(stderr).toMatch(new RegExp(`^orrery: ${name}: expected .+\\n$`));
      for (const value of Object.values(env)) expect(stderr).not.toContain(value);
      expect(code).toBe(2);
    }
  });

  it("is a check of the doctor's that failed", async () => {
    const { code, stdout } = await orrery(["doctor", "--json"], { ORRERY_HOME: home, PORT: "-1" });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      neo4j: { uri: null, version: null, ok: false },
      postgres: { url: null, version: null, ok: false },
      checks: [{ name: "configuration", ok: false, message: expect.stringMatching(/^PORT: expected/) }],
    });
  });
});
