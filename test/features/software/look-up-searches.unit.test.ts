import { expect, it } from "vitest";
import { loadKnowledge } from "../../../src/features/software/index.ts";
import { lookUpKeyParts, programToLookUp, searchesFor } from "../../../src/features/software/look-ups/searches.ts";

const knowledge = loadKnowledge();
const asked = (program: Parameters<typeof searchesFor>[0]) =>
  searchesFor(program, knowledge).map(({ resultsPerPage: _, ...query }) => query);

it("searchesFor searches by version, then by vendor and product, then by full name", () => {
  expect(asked({ name: "Zqsheeter Studio 2.1", vendor: "Paperworks, Inc.", version: "2.1.4" })).toEqual([
    { cpeMatchString: "cpe:2.3:a:paperworks:zqsheeter_studio:2.1.4:*:*:*:*:*:*:*" },
    { keywordSearch: "Paperworks Zqsheeter Studio" },
    { keywordSearch: "Zqsheeter Studio" },
  ]);
});

it("searchesFor uses the dictionary's names of a known product", () => {
  const [first] = asked({ name: "7-Zip 23.01 (x64)", vendor: "Igor Pavlov", version: "23.01" });
  expect(first).toEqual({ cpeMatchString: "cpe:2.3:a:7-zip:7-zip:23.01:*:*:*:*:*:*:*" });
});

it("searchesFor leaves out searches without keywords", () => {
  expect(asked({ name: "Zqsheeter" })).toEqual([{ keywordSearch: "Zqsheeter" }]);
  expect(asked({ name: "***" })).toEqual([]);
  expect(asked({ name: "" })).toEqual([]);
});

it.each([
  ["10,000 characters", "Zq".repeat(5_000)],
  ["control characters", "Zq\u0000sheet\u0007er\u001b[31m\r\n"],
  ["another script", "Зкарандаш 表計算 ٣"],
  ["signs of a URL", "Zq&resultsPerPage=1#?keywordSearch=x%00"],
])("searchesFor sends plain words for %s", (_, name) => {
  for (const { cpeMatchString = "cpe:2.3:", keywordSearch = "" } of asked({ name, vendor: name, version: name })) {
    expect(cpeMatchString).toMatch(/^cpe:2\.3:[!-~]*$/);
    expect(keywordSearch).toMatch(/^[\p{L}\p{N}.+ -]{0,100}$/u);
  }
  const kept = programToLookUp({ name, vendor: name, version: name });
  for (const text of [kept.name, kept.vendor, kept.version]) expect(text).toMatch(/^\P{Cc}{1,512}$/u);
});

it("lookUpKeyParts are equal for all versions of a product, and differ by maker and platform", () => {
  const key = (program: Parameters<typeof searchesFor>[0]) => JSON.stringify(lookUpKeyParts(program, knowledge));
  const one = key({ name: "Zqsheeter 2.1 (x64)", vendor: "Paperworks Inc.", version: "2.1" });
  expect(key({ name: "Zqsheeter 3.0", vendor: "Paperworks", version: "3.0" })).toBe(one);
  expect(key({ name: "Zqsheeter 3.0", vendor: "Otherworks", version: "3.0" })).not.toBe(one);
  expect(key({ name: "Zqsheeter", vendor: "Paperworks", platform: "python" })).not.toBe(one);
});
