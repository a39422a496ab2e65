import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Scratch, scratchDatabase } from "../features/access/support.ts";
import { orrery } from "../support/command-line.ts";
import { cpePage, cpeProduct } from "../support/cpe-products.ts";
import { stores } from "../support/stores.ts";

let home: string;
let scratch: Scratch;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "orrery-software-"));
  scratch = await scratchDatabase();
  const { uri, username, password, database } = stores().neo4j;
  env = {
    ORRERY_HOME: home,
    ORRERY_SECRET: "a root secret of the tests, long enough",
    DATABASE_URL: scratch.url,
    NEO4J_URI: uri,
    NEO4J_USERNAME: username,
    NEO4J_PASSWORD: password,
    NEO4J_DATABASE: database,
  };
});
afterAll(async () => {
  await scratch.drop();
  await rm(home, { recursive: true, force: true });
});

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

it("identifies programs by the imported dictionary, and answers bad lines in their place", async () => {
  const [page, programs] = [path.join(home, "page.json"), path.join(home, "programs.ndjson")];
  await writeFile(page, JSON.stringify(cpePage([cpeProduct("cpe:2.3:a:example:zqsheeter:2.1:*:*:*:*:*:*:*")])));
  expect((await orrery(["cpe", "import", page], env)).code).toBe(0);
  await writeFile(
    programs,
    [
      '{"id":7,"name":"Zqsheeter","vendor":"Example","version":"2.1","platform":"windows_program"}',
      "{nonsense",
      "",
      '{"name":"x","platform":"vms"}',
      "[]",
      `{"name":"${"a".repeat(1_100_000)}"}`,
      '{"name":"计算器"}\r',
      '{"name":"Zqsheeter","version":"latest"}',
    ].join("\n"),
  );
  const { code, stdout, stderr } = await orrery(["software", "identify", programs], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [found, nonsense, platform, list, long, foreign, open, ...more] = lines(stdout);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    normalized_name: "Zqsheeter",
    mapping_id: null,
    cpe: { name: "cpe:2.3:a:example:zqsheeter:2.1:*:*:*:*:*:*:*", match: "exact" },
  });
  expect(nonsense).toEqual({ error: "is not JSON" });
  expect(platform.error).toMatch(/^platform: /);
  expect(list.error).toMatch(/object/);
  expect(long.error).toMatch(/longer than/);
  expect(foreign.cpe).toMatchObject({ name: null, match: "none" });
  expect(open.cpe.match).not.toBe("exact");
});

it("says that there is no such tenant, and no such file", async () => {
  const none = await orrery(["software", "identify", "-", "--tenant", "nobody"], env, "");
  expect(none).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("There is no tenant nobody") });
  const missing = await orrery(["software", "identify", path.join(home, "missing")], env);
  expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("cannot be read: ENOENT") });
});

it("identifies processes without any store", async () => {
  const input = [
    '{"process":"postgres","platform":"linux"}',
    '{"process":"java.exe","platform":"windows"}',
    '{"process":"svchost.exe","platform":"windows","command_line":null}',
    '{"process":"x","platform":"beos"}',
    '{"process":"\\u0000\\u202e","platform":"macos","command_line":"\\ud800"}',
  ].join("\n");
  const { code, stdout, stderr } = await orrery(["process", "identify", "-"], { ORRERY_HOME: home }, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [postgres, java, system, wrong, odd, ...more] = lines(stdout);
  expect(more).toEqual([]);
  expect(postgres).toMatchObject({ application: "PostgreSQL", family: "Databases", kind: "application" });
  expect(Object.keys(postgres).sort()).toEqual(
    ["alternatives", "application", "confidence", "family", "kind", "vendor"].sort(),
  );
  expect(java).toMatchObject({ application: null, kind: "unknown" });
  expect(java.alternatives.length).toBeGreaterThan(0);
  expect(system).toMatchObject({ kind: "os", vendor: "Microsoft" });
  expect(wrong.error).toMatch(/^platform: /);
  expect(odd).toMatchObject({ kind: "unknown", alternatives: [] });
});
