import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKnowledge } from "../../../src/features/software/engine/index.ts";
import {
  builtInMappingId,
  compareKeys,
  createBuiltInCatalogue,
} from "../../../src/features/software/mappings/built-in.ts";
import { readCsv } from "../../../src/features/software/mappings/csv.ts";
import { mayChangeStatus } from "../../../src/features/software/mappings/mapping.model.ts";
import { readMappingFile } from "../../../src/features/software/mappings/mapping-file.wire.ts";
import { csvText, withoutGuard } from "../../../src/platform/csv.ts";

describe("readCsv", () => {
  test("reads what csvText writes, whatever the cells hold", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "'", "=", "+", "-", "@", "\r", "\n", "\t", " ") });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const text = csvText(rows);
        const read = [...readCsv(text)];
        expect(read.every(({ fault }) => fault === undefined)).toBe(true);
        expect(read.map(({ cells }) => cells.map(withoutGuard))).toEqual(rows);
        for (const { cells } of read) for (const one of cells) expect(one).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  test("refuses a record with too many cells, and reads the next", () => {
    const [endless, next, ...more] = [...readCsv(`${",".repeat(1_000_000)}\r\na,b\n`)];
    expect(endless?.fault).toMatch(/cells/);
    expect(endless?.cells.length).toBeLessThan(1_000);
    expect(next).toEqual({ line: 2, cells: ["a", "b"], fault: undefined });
    expect(more).toEqual([]);
  });

  test("reads any text in one pass, with ascending lines", () => {
    const text = 'a,b\n\n"x\ny",2\r\n"open';
    expect([...readCsv(text)].map(({ line, cells, fault }) => [line, fault ? "fault" : cells.join("|")])).toEqual([
      [1, "a|b"],
      [2, ""],
      [3, "x\ny|2"],
      [5, "fault"],
    ]);
    expect([...readCsv('"a"b,c')][0]?.fault).toBeDefined();
    fc.assert(fc.property(fc.string(), (any) => [...readCsv(any)].length <= any.length));
    expect([...readCsv('"'.repeat(200_001))]).toHaveLength(1);
  });
});

describe("readMappingFile", () => {
  const HEAD = "software_name,instance_name\n";
  const read = (text: string, type = "text/csv") => [...readMappingFile(Buffer.from(text), type)];
  const told = (text: string, type?: string) => {
    const faulty = read(text, type).filter((line) => line?.faults);
    return faulty.map((line) => [line!.line, line!.faults![0]!.field, line!.faults![0]!.reason]);
  };

  test("bounds CSV records, and stops at one that is too long", () => {
    expect(told(`${HEAD}${",".repeat(500)}\nProduct,Name\n`)).toEqual([[2, "line", expect.stringMatching(/cells/)]]);
    const long = `"${"[".repeat(1_100_000)}"`;
    expect(told(`${HEAD}Product,${long}\n`)).toEqual([[2, "line", expect.stringMatching(/characters/)]]);
    expect(told(`${HEAD}Product,"${'a""'.repeat(400_000)}`)).toEqual([
      [2, "line", expect.stringMatching(/characters/)],
    ]);
  });

  test("bounds NDJSON lines, and continues after one that is too long", () => {
    const good = JSON.stringify({ instance_name: "Name", software: { name: "Product" } });
    const lines = `{"${"a".repeat(1_100_000)}":1}\n${good}`;
    expect(told(lines, "application/x-ndjson")).toEqual([[1, "line", expect.stringMatching(/characters/)]]);
    expect(read(lines, "application/x-ndjson")[1]?.fields).toMatchObject({ instanceName: "Name" });
  });

  test("yields undefined for each empty line, so that the reader can pause", () => {
    expect(read(`${HEAD}${"\n".repeat(1_000)}`)).toHaveLength(1_000);
    expect(read(" \n".repeat(1_000), "application/x-ndjson")).toEqual(Array(1_000).fill(undefined));
    expect(read(`\n\r\n${HEAD}Product,Name`)[0]?.fields).toMatchObject({ instanceName: "Name" });
    expect(() => read("\n".repeat(10_000))).toThrow();
  });
});

describe("mayChangeStatus", () => {
  test("allows exactly the documented status changes", () => {
    const all = ["pending", "review", "active"] as const;
    const refused = all.flatMap((from) => all.filter((to) => !mayChangeStatus(from, to)).map((to) => `${from} ${to}`));
    expect(refused).toEqual(["active pending"]);
  });
});

test("compareKeys orders texts as their UTF-8", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\u00e9", "\uff01", "\ue000", "\u{1f4a9}", "\u{10000}") });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

describe("createBuiltInCatalogue", () => {
  const knowledge = loadKnowledge();
  const catalogue = createBuiltInCatalogue(knowledge);

  test("has a mapping of every product, each with a stable unique id", () => {
    expect(catalogue.mappings.length).toBeGreaterThan(1_000);
    expect(catalogue.mappings).toHaveLength(knowledge.products.length);
    const again = createBuiltInCatalogue(knowledge);
    expect(again.mappings.map(({ id }) => id)).toEqual(catalogue.mappings.map(({ id }) => id));
    for (const product of knowledge.products) expect(catalogue.get(builtInMappingId(product))).toBeDefined();
  });

  test("matches names and their other forms, and has only valid patterns", () => {
    const { matcher } = catalogue;
    const free = catalogue.mappings.filter(({ patterns }) => patterns.length > 0).slice(0, 300);
    for (const mapping of free) {
      for (const name of [mapping.instanceName, ...mapping.patterns.map((p) => p.slice(1, -1).replace(/\\(.)/g, "$1"))])
        matcher.match({ name, normalizedName: name });
    }
    expect(matcher.refused).toEqual([]);
    const found = matcher.match({ name: "Mozilla Firefox", normalizedName: "Mozilla Firefox", vendor: "Mozilla" });
    expect(found?.mapping).toMatchObject({ source: "system", family: "Browsers" });
  });
});
