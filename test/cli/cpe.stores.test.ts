import { writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { orrery } from "../support/command-line.ts";
import { cpePage, cpeProduct } from "../support/cpe-products.ts";
import { commandHome } from "./command-home.ts";

const PAGE = cpePage(["1.0", "2.0"].map((version) => cpeProduct(`cpe:2.3:a:example:editor:${version}:*:*:*:*:*:*:*`)));

const at = commandHome();

it("orrery cpe status reports that there is no dictionary yet", async () => {
  const { code, stdout, stderr } = await orrery(["cpe", "status"], at.env);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "There is no dictionary yet: see `orrery cpe import`.\n",
    stderr: "",
  });
});

it("orrery cpe import imports files, reports faults of bad ones, and shows the status", async () => {
  const [good, cut] = [path.join(at.home, "good.json.gz"), path.join(at.home, "cut.json")];
  await writeFile(good, gzipSync(JSON.stringify(PAGE)));
  await writeFile(cut, JSON.stringify(PAGE).slice(0, -5));
  const imported = await orrery(["cpe", "import", good, cut, path.join(at.home, "none.json")], at.env);
  expect(imported.code).toBe(1);
  expect(imported.stdout).toBe("good.json.gz: 2 entries, of them 2 new and 0 changed\n");
  expect(imported.stderr.split("\n")).toEqual([
    "cut.json: ends early: the rest is missing; taken in before: 1 entry, of them 0 new and 0 changed",
    "none.json: cannot be read: ENOENT; taken in before: 0 entries, of them 0 new and 0 changed",
    "orrery: 2 of 3 files were not taken in whole",
    "",
  ]);
  const { code, stdout } = await orrery(["cpe", "status", "--json"], at.env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    entries: 2,
    deprecated: 0,
    pairs: 1,
    unsettled_pairs: 0,
    change: 1,
    synced_to: "2024-06-01T00:00:00.000Z",
    refreshed_at: null,
    refresh: null,
    age_days: expect.any(Number),
    imports: [
      { file: "none.json", status: "failed" },
      { file: "cut.json", status: "failed", problem: "ends early: the rest is missing" },
      { file: "good.json.gz", status: "done", entries: 2 },
    ],
  });
  expect((await orrery(["cpe", "status"], at.env)).stdout).toMatch(/^Entries {4}2, of them 0 deprecated$/m);
});

it("orrery cpe import reads standard input", async () => {
  const { code, stdout } = await orrery(["cpe", "import", "-", "--json"], at.env, JSON.stringify(PAGE));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    files: [{ file: "standard input", status: "done", entries: 2, added: 0, changed: 0, refused: 0 }],
  });
});
