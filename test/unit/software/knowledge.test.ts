import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { SOFTWARE_FAMILIES } from "../../../src/features/software/engine/families.ts";
import { KNOWLEDGE_FOLDER, loadKnowledge, readLines } from "../../../src/features/software/engine/knowledge.ts";
import { FAMILY_FILES } from "../../../src/features/software/engine/knowledge-schema.ts";
import { foldKey } from "../../../src/features/software/engine/text.ts";

const files = readdirSync(KNOWLEDGE_FOLDER).filter((file) => file.endsWith(".ndjson"));

describe("the built-in knowledge", () => {
  test("has a file for each of the 13 families, and a supplement", () => {
    const stems = files.map((file) => path.basename(file, ".ndjson"));
    expect(stems.filter((stem) => stem !== "supplement").sort()).toEqual(Object.keys(FAMILY_FILES).sort());
  });

  test.each(files)("%s is as the schema says, sorted, and names no product twice", (file) => {
    const lines = readLines(path.join(KNOWLEDGE_FOLDER, file)).map(({ line }) => line);
    const names = lines.map(({ name }) => name.toLowerCase());
    expect(names.filter((name, at) => at > 0 && name < names[at - 1]!)).toEqual([]);
    const keys = lines.map(({ name, platforms }) => `${foldKey(name)} ${platforms?.join() ?? ""}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("knows well over a thousand products, with makers, families, processes and CPE pairs", () => {
    const { products } = loadKnowledge();
    expect(products.length).toBeGreaterThan(1_500);
    expect(products.filter(({ vendor }) => vendor !== "").length / products.length).toBeGreaterThan(0.95);
    expect(new Set(products.map(({ family }) => family)).size).toBe(SOFTWARE_FAMILIES.length);
    expect(products.filter(({ cpe }) => cpe && cpe.length > 0).length).toBeGreaterThan(1_000);
    expect(products.filter(({ processes }) => Object.keys(processes).length > 0).length).toBeGreaterThan(700);
    expect(products.filter(({ services }) => services.length > 0).length).toBeGreaterThan(100);
  });
});

describe("reading", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "knowledge-"));
  const write = (file: string, ...lines: unknown[]) =>
    writeFileSync(
      path.join(folder, file),
      lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    );
  afterEach(() => {
    for (const file of readdirSync(folder)) rmSync(path.join(folder, file));
  });

  test("a supplement adds facts to a product of the same name, and products", () => {
    write("browsers.ndjson", { name: "Example Browser", vendor: "Example", cpe: ["example:browser"] });
    write(
      "supplement.ndjson",
      {
        name: "Example Browser",
        vendor: "Example",
        family: "Browsers",
        names: ["ExBrowse"],
        cpe: ["example:example_browser"],
      },
      { name: "Example Tool", vendor: "Example", family: "Utilities" },
    );
    const { products, byName, byCpe } = loadKnowledge(folder);
    expect(products.map(({ name }) => name)).toEqual(["Example Browser", "Example Tool"]);
    expect(byName.get("exbrowse")).toEqual([0]);
    expect(byCpe.get("example:example_browser")).toEqual([0]);
  });

  test.each([
    ["no JSON", "{"],
    ["vendor", { name: "A" }],
    ["Unrecognized", { name: "A", vendor: "B", colour: "red" }],
    ["vendor:product", { name: "A", vendor: "B", cpe: ["Upper:case"] }],
  ])("a line with a fault is named: %s", (reason, line) => {
    write("browsers.ndjson", { name: "Good", vendor: "Good" }, line);
    expect(() => loadKnowledge(folder)).toThrow(new RegExp(`browsers.ndjson, line 2: .*${reason}`));
  });

  test("a file of no family is refused", () => {
    write("toys.ndjson", { name: "A", vendor: "B" });
    expect(() => loadKnowledge(folder)).toThrow("toys");
  });
});
