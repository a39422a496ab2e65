import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { orrery } from "../support/command-line.ts";
import { cpePage, cpeProduct } from "../support/cpe-products.ts";
import { commandHome } from "./command-home.ts";

const at = commandHome();

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

it("orrery software identifies programs by the imported dictionary, and reports bad lines in place", async () => {
  const [page, programs] = [path.join(at.home, "page.json"), path.join(at.home, "programs.ndjson")];
  await writeFile(page, JSON.stringify(cpePage([cpeProduct("cpe:2.3:a:example:zqsheeter:2.1:*:*:*:*:*:*:*")])));
  expect((await orrery(["cpe", "import", page], at.env)).code).toBe(0);
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
  const { code, stdout, stderr } = await orrery(["software", "identify", programs], at.env);
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

it("orrery software reports an unknown tenant or file", async () => {
  const none = await orrery(["software", "identify", "-", "--tenant", "nobody"], at.env, "");
  expect(none).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("There is no tenant nobody") });
  const missing = await orrery(["software", "identify", path.join(at.home, "missing")], at.env);
  expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("cannot be read: ENOENT") });
});

it("orrery process identifies processes without any store", async () => {
  const input = [
    '{"process":"postgres","platform":"linux"}',
    '{"process":"java.exe","platform":"windows"}',
    '{"process":"svchost.exe","platform":"windows","command_line":null}',
    '{"process":"x","platform":"beos"}',
    '{"process":"\\u0000\\u202e","platform":"macos","command_line":"\\ud800"}',
  ].join("\n");
  const { code, stdout, stderr } = await orrery(["process", "identify", "-"], { ORRERY_HOME: at.home }, input);
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
