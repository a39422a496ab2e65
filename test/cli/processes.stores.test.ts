import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { orrery, spawned } from "../support/command-line.ts";
import { commandHome } from "./command-home.ts";

const at = commandHome();

/** One command line of each command, its standard input, and what a shell sees: exit code and the streams. */
const COMMAND_LINES: [args: string[], stdin: string, code: number, stdout: RegExp, stderr: RegExp][] = [
  [["scan"], "", 0, /"scanner_id": "orrery-scan"/, /^/],
  [["cpe", "status"], "", 0, /^There is no dictionary yet: .+\n$/, /^$/],
  [["cve", "status"], "", 0, /^There are no known vulnerabilities yet: .+\n$/, /^$/],
  [["software", "identify", "-"], '{"name":"7-Zip"}', 0, /^\{.+\}\n$/, /^$/],
  [["process", "identify", "-"], '{"process":"x","platform":"linux"}', 0, /^\{.+\}\n$/, /^$/],
  [["demo", "--tenant", "nobody"], "", 1, /^$/, /^orrery: There is no tenant nobody/m],
  [["tenant", "list", "--json"], "", 0, /^\{\s+"tenants": \[/, /^$/],
  [["user", "list", "--tenant", "nobody"], "", 1, /^$/, /^orrery: There is no such tenant\n$/],
  [["keys", "rotate"], "", 0, /^The key \w{16} signs from now on\.\n/, /^$/],
  [["secret", "rotate"], "", 2, /^$/, /^orrery: Set ORRERY_SECRET /],
  [["mcp", "--tenant", "nobody"], "", 1, /^$/, /^orrery: There is no tenant nobody/],
  [["jobs", "list", "--json"], "", 0, /^\{\s+"jobs": \[/, /^$/],
  [["migrate", "--json"], "", 0, /"postgres": \[\]/, /^$/],
];

/** The commands that `service.test.ts` starts as processes beside a running service. */
const BESIDE_A_SERVICE = ["serve", "import", "token", "backup", "restore", "doctor"];

describe("orrery as a process of its own", () => {
  it.each(COMMAND_LINES)("%j reads %j, ends with %i, and writes to the right stream", async (...line) => {
    const [args, stdin, code, stdout, stderr] = line;
    const ended = await spawned(args, at.env, stdin);
    expect(ended).toEqual({ code, stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) });
  });

  it("is tried with every command that there is", async () => {
    const { stdout } = await orrery(["--help"]);
    const commands = stdout.slice(stdout.indexOf("Commands:")).matchAll(/^ {2}([a-z]+)/gm);
    const tried = [...COMMAND_LINES.map(([args]) => args[0]!), ...BESIDE_A_SERVICE];
    expect(tried.toSorted()).toEqual(
      [...commands]
        .map(([, name]) => name!)
        .filter((name) => name !== "help")
        .toSorted(),
    );
    const text = readFileSync(path.resolve(import.meta.dirname, "../service/service.embedded.test.ts"), "utf8");
    for (const name of BESIDE_A_SERVICE)
      expect(text).toMatch(new RegExp(`(?:spawned|start)\\(\\["${name}"|\\["${name}", "create"`));
  });
});
