import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CpeDictionary, CpePair } from "../../../src/features/cpe-dictionary/index.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn, fileOf, versions } from "./support.ts";

const name = (rest: string) => `cpe:2.3:${rest}`;
const EDITOR = name("a:example:text_editor:1.0:*:*:*:*:windows:*:*");
const EDITOR_2 = name("a:example:text_editor:2.0:rc1:*:*:*:*:*:*");
const PLUGIN = name("a:example:plugin:-:*:*:*:*:wordpress:*:*");
const HOST = name("o:example:text_editor:*:*:*:*:*:*:*:*");
const OTHER = name("a:other:text_editor:1.0:*:*:*:*:*:*:*");
const OLD = name("a:former:editor:1.0:*:*:*:*:*:*:*");
const OLDER = name("a:first:editor:1.0:*:*:*:*:*:*:*");
const [ROUND, TRIP] = [name("a:circle:round:1:*:*:*:*:*:*:*"), name("a:circle:trip:1:*:*:*:*:*:*:*")];

const titled = (cpeName: string, title: string, more = {}) =>
  cpeProduct(cpeName, { titles: [{ title, lang: "en" }], ...more });
const replaced = (cpeName: string, ...by: string[]) =>
  cpeProduct(cpeName, { deprecated: true, deprecatedBy: by.map((one) => ({ cpeName: one, cpeNameId: "x" })) });

let scratch: Scratch;
let dictionary: CpeDictionary;
beforeAll(async () => {
  scratch = await scratchDatabase();
  dictionary = dictionaryOn(scratch.postgres, testClock());
  await dictionary.importFiles([
    fileOf(
      "dictionary",
      cpePage([
        titled(EDITOR, "Example Text Editor 1.0 for Windows"),
        titled(EDITOR_2, "Example Text Editor 2.0 Release Candidate 1"),
        titled(PLUGIN, "Example Plugin for WordPress"),
        titled(HOST, "Example Text Editor"),
        titled(OTHER, "Other's Editor 1.0"),
        replaced(OLD, EDITOR),
        replaced(OLDER, OLD, OTHER, "cpe:2.3:a:gone:gone:1:*:*:*:*:*:*:*"),
        replaced(ROUND, TRIP),
        replaced(TRIP, ROUND),
      ]),
    ),
  ]);
});
afterAll(() => scratch.drop());

const allPairs = async (options?: { since?: number }): Promise<CpePair[]> => {
  const pairs: CpePair[] = [];
  for await (const portion of dictionary.reader.readPairs(options)) pairs.push(...portion);
  return pairs;
};

describe("entriesOfPair and currentEntries", () => {
  it("returns entries of a pair with their versions, of every part or of one", async () => {
    const { reader } = dictionary;
    const pair = { vendor: "example", product: "text_editor" };
    const entries = await reader.entriesOfPair({ ...pair, part: "a" });
    expect(entries).toEqual([
      {
        part: "a",
        ...pair,
        cpeName: EDITOR,
        version: "1.0",
        update: "*",
        targetSw: "windows",
        title: "Example Text Editor 1.0 for Windows",
        deprecated: false,
        deprecatedBy: [],
      },
      expect.objectContaining({ cpeName: EDITOR_2, version: "2.0", update: "rc1" }),
    ]);
    expect(await reader.entriesOfPair(pair)).toHaveLength(3);
    expect(await reader.entriesOfPair(pair, { versions: ["2.0", "9"] })).toMatchObject([{ cpeName: EDITOR_2 }]);
    expect(await reader.entriesOfPair(pair, { limit: 1 })).toHaveLength(1);
    expect(await reader.entriesOfPair({ vendor: "nobody", product: "' or 1=1" })).toEqual([]);
  });

  it("follows deprecated entries to the current ones", async () => {
    const current = await dictionary.reader.currentEntries([EDITOR, OLD, OLDER, ROUND, "cpe:2.3:a:none"]);
    const names = Object.fromEntries(
      [...current].map(([asked, found]) => [asked, found.map(({ cpeName }) => cpeName)]),
    );
    expect(names).toEqual({ [EDITOR]: [EDITOR], [OLD]: [EDITOR], [OLDER]: [OTHER, EDITOR] });
  });
});

describe("readPairs, pairsOfProduct and watch", () => {
  it("reads all pairs with the summary of their entries", async () => {
    const pairs = await allPairs();
    expect(pairs.map(({ part, vendor, product }) => `${part}:${vendor}:${product}`)).toEqual([
      "a:circle:round",
      "a:circle:trip",
      "a:example:plugin",
      "a:example:text_editor",
      "o:example:text_editor",
      "a:first:editor",
      "a:former:editor",
      "a:other:text_editor",
    ]);
    expect(pairs[3]).toEqual({
      part: "a",
      vendor: "example",
      product: "text_editor",
      entries: 2,
      deprecated: 0,
      targetSw: ["*", "windows"],
      titles: ["Example Text Editor"],
    });
    expect(pairs[6]).toMatchObject({ entries: 1, deprecated: 1 });
  });

  it("finds pairs by product and by words", async () => {
    const { reader } = dictionary;
    const keys = (pairs: CpePair[]) => pairs.map(({ part, vendor }) => `${part}:${vendor}`).sort();
    expect(keys(await reader.pairsOfProduct("text_editor"))).toEqual(["a:example", "a:other", "o:example"]);
    expect(keys(await reader.pairsByWords("EDITOR, text"))).toEqual(["a:example", "a:other", "o:example"]);
    expect(keys(await reader.pairsByWords("wordpress plugin"))).toEqual(["a:example"]);
    expect(await reader.pairsByWords("editor wordpress")).toEqual([]);
    expect(await reader.pairsByWords("!!")).toEqual([]);
  });

  it("reads only pairs changed since, and notifies watchers", async () => {
    const before = await dictionary.reader.change();
    const told = vi.fn();
    const stop = await dictionary.reader.watch(told);
    const more = cpePage([titled(name("a:example:plugin:3.0:*:*:*:*:joomla:*:*"), "Example Plugin 3.0")]);
    await dictionary.importFiles([fileOf("more", more)]);
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(before + 1), 10_000);
    await stop();
    expect(await allPairs({ since: before })).toMatchObject([
      { product: "plugin", entries: 2, targetSw: ["joomla", "wordpress"] },
    ]);
    expect(await allPairs({ since: before + 1 })).toEqual([]);
  });

  it("reads many pairs page by page, none twice and none missing", async () => {
    const many = Array.from({ length: 11_000 }, (_, i) => cpeProduct(name(`a:many:p${i}:1:*:*:*:*:*:*:*`)));
    await dictionary.importFiles([fileOf("many", cpePage(many), 60_000)]);
    const found = (await allPairs()).filter(({ vendor }) => vendor === "many").map(({ product }) => product);
    expect(found).toHaveLength(11_000);
    expect(new Set(found).size).toBe(11_000);
  });

  it("keeps at most eight titles of a pair with many versions", async () => {
    const products = versions(40, "chatty").map((cpeName, i) => titled(cpeName, `Title ${"abc"[i % 3]}${i} of it`));
    await dictionary.importFiles([fileOf("chatty", cpePage(products))]);
    const [pair] = await dictionary.reader.pairsOfProduct("chatty");
    expect(pair).toMatchObject({ entries: 40 });
    expect(pair!.titles).toHaveLength(8);
  });
});
