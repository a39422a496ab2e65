import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { consoleTypes } from "../../src/console/api/write-types.ts";

const FOLDER = path.join(import.meta.dirname, "../../src/console/api");
const HOW = "run `npm run console:types`, and commit what it writes";

let types: Record<string, string>;
beforeAll(async () => {
  types = await consoleTypes();
}, 300_000);

it.each(["v1.d.ts", "api.d.ts"])("the console's types %s are those of the service's OpenAPI document", async (file) => {
  const written = (await readFile(path.join(FOLDER, file), "utf8")).split("\n");
  const current = types[file]!.split("\n");
  const lines = Math.max(written.length, current.length);
  // The first line that differs, and not some ten thousand.
  const at = Array.from({ length: lines }).findIndex((_, i) => written[i] !== current[i]);
  const line = (of: string[]) => (at === -1 ? undefined : (of[at] ?? "(end)"));
  expect(line(written), `${file}, line ${at + 1}: ${HOW}`).toBe(line(current));
});

it("the console has types of both documents", () => {
  expect(Object.keys(types).sort()).toEqual(["api.d.ts", "v1.d.ts"]);
});
