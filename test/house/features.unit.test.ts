import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, textOf } from "../support/cypher-files.ts";

/** Factories that an index exports and `features.ts` does not call, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  createAnalyze: "a part of analysis, which a benchmark uses without the rest",
  createCollector: "reads a machine for the command line and for the service's own first scan",
  createSystemCollector: "likewise, of this machine",
  createCpeIndexBuilder: "a pure part of the identification of software, for the bench and the command line",
  createCpePairIndexBuilder: "likewise",
  createMappingMatcher: "likewise",
  createSlices: "the mappings share it among the matchers of their tenants",
  createDiscoverSelf: "needs the collector, and runs once after the start",
  createIdentification: "a part of software, which a command uses without the rest",
};

const text = textOf("src/features.ts");
const indexes = filesBelow("src/features", ".ts").filter((file) => /^src\/features\/[^/]+\/index\.ts$/.test(file));

async function factories(): Promise<string[]> {
  const modules = await Promise.all(indexes.map((file) => import(path.resolve(file)) as Promise<object>));
  return modules.flatMap((module) => Object.keys(module).filter((name) => name.startsWith("create"))).sort();
}

describe("createFeatures", () => {
  it("calls every factory of a feature, but for those with a reason", async () => {
    const called = new Set([...text.matchAll(/\b(create\w+)\(/g)].map(([, name]) => name!));
    const missing = (await factories()).filter((name) => !called.has(name));
    expect(missing).toEqual(Object.keys(ELSEWHERE).sort());
  });

  it("lists every feature that it creates, by names that differ", () => {
    const added = [...text.matchAll(/\badd\(\s*"([\w-]+)",\s*create\w+\(/g)].map(([, name]) => name!);
    expect(new Set(added).size).toBe(added.length);
    const created = [...text.matchAll(/\bcreate\w+\(/g)]
      .map(([call]) => call)
      .filter((call) => call !== "createFeatures(");
    // Commands of the operator and tools of assistants, without a hook, and the way outside that events get.
    const unlisted = [
      "createFetchText(",
      "createEnrichmentNews(",
      "createTools(",
      "createBackup(",
      "createDoctor(",
      "createRemoveTenant(",
    ];
    expect(created).toHaveLength(added.length + unlisted.length);
    expect(created).toEqual(expect.arrayContaining(unlisted));
  });
});

describe("composition", () => {
  it("fits app.ts into fewer than 120 lines", () => {
    expect(textOf("src/app.ts").split("\n").length).toBeLessThan(120);
  });

  it.each(["src/app.ts", "src/features.ts", "src/http.ts", "src/platform.ts"])(
    "uses no value in %s before it is made",
    (file) => {
      const body = textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^import .*$/gm, "");
      expect(body).not.toMatch(/\blet\s/);
      const made = [...body.matchAll(/\bconst (\w+)\b/g)];
      expect(made.length).toBeGreaterThan(2);
      const early = made.filter(
        ({ 1: name, index }) => body.search(new RegExp(`(?<![.\\w])${name}\\b(?!\\??:)`)) < index,
      );
      expect(early.map(([, name]) => name)).toEqual([]);
    },
  );
});
