import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn, fileOf, tarOf, versions } from "./support.ts";

const SAMPLE = path.resolve("../shared/data/cpe/dictionary.json.gz");
const NAMES = versions(5);
const PAGE = cpePage(NAMES.map((name) => cpeProduct(name)));

let scratch: Scratch;
let dictionary: CpeDictionary;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  await scratch.postgres.query("truncate cpe_entries, cpe_pairs, cpe_touched_pairs, cpe_imports");
  await scratch.postgres.query(
    "update cpe_dictionary set change = 0, imported_at = null, refreshed_at = null, synced_to = null",
  );
  dictionary = dictionaryOn(scratch.postgres, testClock());
});

const imported = async (name: string, content: unknown, pieceBytes?: number) =>
  (await dictionary.importFiles([fileOf(name, content, pieceBytes)]))[0]!;

describe("importFiles", () => {
  it.each([
    ["a NUL in its id", { cpeNameId: "a\u0000b" }],
    ["half a character in its id", { cpeNameId: "\ud800" }],
    ["a time before the database's", { lastModified: "-271821-04-20T00:00:00Z" }],
    ["a time behind all years", { lastModified: "+275760-09-13T00:00:00Z" }],
  ])("leaves out a product with %s, and imports the others", async (_what, odd) => {
    const [first, ...others] = NAMES;
    const products = [cpeProduct(first!, odd), ...others.map((name) => cpeProduct(name))];
    expect(await imported("odd.json", cpePage(products))).toMatchObject({ status: "done", entries: 4, refused: 1 });
  });

  it.each<[string, () => unknown]>([
    ["a page", () => PAGE],
    ["a page without anything around its products", () => ({ products: PAGE.products })],
    ["a page behind a byte order mark and blanks", () => `\uFEFF${JSON.stringify(PAGE)}\n\n`],
    ["a packed page", () => gzipSync(JSON.stringify(PAGE))],
    [
      "an archive of pages",
      () =>
        gzipSync(
          tarOf({
            "chunks/": "",
            "chunks/1.json": JSON.stringify(cpePage(PAGE.products.slice(0, 3), { totalResults: 5 })),
            "chunks/README": "of no account",
            "chunks/2.json": JSON.stringify(cpePage(PAGE.products.slice(3), { totalResults: 5, startIndex: 3 })),
          }),
        ),
    ],
  ])("imports %s", async (_what, content) => {
    expect(await imported("some.file", content())).toEqual({
      file: "some.file",
      status: "done",
      entries: 5,
      added: 5,
      changed: 0,
      refused: 0,
    });
    const entries = await dictionary.reader.entriesOfPair({ vendor: "example", product: "editor" });
    expect(entries.map(({ cpeName }) => cpeName)).toEqual(NAMES);
    expect(await dictionary.status()).toMatchObject({ entries: 5, deprecated: 0, pairs: 1, unsettled: 0 });
  });

  it("reads pieces of any size", async () => {
    for (const size of [1, 7, 513]) expect(await imported("page", PAGE, size)).toMatchObject({ entries: 5 });
  });

  it("changes nothing when repeated", async () => {
    await imported("page", PAGE);
    const { change } = await dictionary.status();
    expect(await imported("page", PAGE)).toMatchObject({ status: "done", entries: 5, added: 0, changed: 0 });
    expect((await dictionary.status()).change).toBe(change);
  });

  it("updates an entry to a newer state, and ignores an older one", async () => {
    const by = [{ cpeName: NAMES[1], cpeNameId: "x" }];
    await imported("page", PAGE);
    const newer = cpeProduct(NAMES[0]!, {
      lastModified: "2024-05-01T00:00:00.000",
      deprecated: true,
      deprecatedBy: by,
    });
    expect(await imported("newer", cpePage([newer]))).toMatchObject({ added: 0, changed: 1 });
    expect(await imported("page", PAGE)).toMatchObject({ added: 0, changed: 0 });
    const [entry] = await dictionary.reader.entriesByName([NAMES[0]!]);
    expect(entry).toMatchObject({ deprecated: true, deprecatedBy: [NAMES[1]] });
    expect(await dictionary.status()).toMatchObject({ entries: 5, deprecated: 1 });
  });

  it("imports a duplicate entry once, in its newer state", async () => {
    const newer = cpeProduct(NAMES[0]!, { lastModified: "2024-05-01T00:00:00.000", deprecated: true });
    expect(await imported("page", cpePage([newer, cpeProduct(NAMES[0]!)]))).toMatchObject({ entries: 2, added: 1 });
    expect(await dictionary.reader.entriesByName([NAMES[0]!])).toMatchObject([{ deprecated: true }]);
  });

  it("leaves out entries in another format, and names the first", async () => {
    const bad = [{ cpe: { cpeName: "cpe:2.3:a:x" } }, cpeProduct("nothing"), 7];
    expect(await imported("page", cpePage([...PAGE.products, ...bad]))).toMatchObject({
      status: "done",
      entries: 5,
      refused: 3,
      problem: expect.stringMatching(/^entry 6: cpe\.cpeNameId: /),
    });
  });

  it("loses nothing when two run concurrently", async () => {
    const others = cpePage(versions(300, "viewer").map((name) => cpeProduct(name)));
    const results = await Promise.all([imported("page", PAGE), imported("others", others), imported("page", PAGE)]);
    expect(results.map(({ added }) => added).reduce((a, b) => a + b)).toBe(305);
    expect(await dictionary.status()).toMatchObject({ entries: 305, pairs: 2, unsettled: 0 });
  });
});

describe("importFiles of a faulty file", () => {
  const half = JSON.stringify(PAGE).slice(0, -400);
  const large = cpePage(versions(4_500).map((name) => cpeProduct(name)));

  it.each<[string, unknown, RegExp]>([
    ["cut off", half, /^ends early: the rest is missing$/],
    ["cut off after packing", gzipSync(JSON.stringify(large)).subarray(0, -50), /^ends early: the rest of the packed/],
    ["damaged in its packing", gzipSync(JSON.stringify(PAGE)).fill(7, 40, 60), /^is damaged: it cannot be inflated$/],
    [
      "an archive cut off",
      gzipSync(tarOf({ "a.json": JSON.stringify(PAGE) }).subarray(0, 900)),
      /^ends early: the arch/,
    ],
    ["an archive of other things", gzipSync(tarOf({ "a.txt": "x" })), /^is an archive without a \.json file$/],
    ["damaged", JSON.stringify(PAGE).replace('"products":', '"products"'), /^is damaged: it is not JSON$/],
    ["followed by something else", `${JSON.stringify(PAGE)}x`, /^is damaged: it is not JSON, see byte \d+$/],
    ["a list of CVE records", { format: "NVD_CVE", vulnerabilities: [{ cve: {} }] }, /^holds CVE records, not CPE/],
    ["a list of criteria", { matchStrings: [{ matchString: {} }] }, /^holds CPE match criteria, not CPE products$/],
    ["of products by name", { products: { a: {} } }, /^holds products that are no list/],
    ["another document", { name: "orrery", dependencies: {} }, /^holds no CPE products$/],
    ["a list", [PAGE], /^is not a JSON object$/],
    ["XML", '<?xml version="1.0"?><cpe-list/>', /^is XML: /],
    ["a cut zip archive", "PK\x03\x04 and more", /^ends early: the archive is cut off$/],
    ["empty", "", /^is empty$/],
    ["of entries that are all of another form", cpePage([{ cpe: {} }]), /^entry 1: cpe\.cpeName: /],
    ["without end", `{"products":[${" ".repeat(1_200_000)}`, /^holds more than 1048576 bytes in a row/],
    ["too deep", `{"products":[${"[".repeat(1_200_000)}`, /^holds more than 1048576 bytes in a row/],
  ])("names the fault of a file that is %s", async (_what, content, problem) => {
    const result = await imported("bad", content, 60_000);
    expect(result).toMatchObject({ status: "failed", problem: expect.stringMatching(problem) });
    const [noted] = (await dictionary.status()).imports;
    expect(noted).toMatchObject({ file: "bad", status: "failed", problem: result.problem, entries: result.entries });
  });

  it("keeps and recounts the entries of a truncated file, and imports the rest from the whole one", async () => {
    const whole = JSON.stringify(large);
    const failed = await imported("large", whole.slice(0, Math.floor(whole.length * 0.6)), 60_000);
    expect(failed.status).toBe("failed");
    expect(failed.entries).toBeGreaterThan(2_500);
    expect(failed.added).toBe(failed.entries);
    const half = await dictionary.status();
    expect(half).toMatchObject({ entries: failed.entries, pairs: 1, unsettled: 0, importedAt: null, syncedTo: null });
    expect(await imported("large", whole, 60_000)).toMatchObject({ entries: 4_500, added: 4_500 - failed.entries });
  });

  it("names a missing file, and imports the others", async () => {
    const missing = { name: "missing.json", open: () => createReadStream("/nowhere/missing.json") };
    const results = await dictionary.importFiles([missing, fileOf("page", PAGE)]);
    expect(results).toMatchObject([
      { status: "failed", problem: "cannot be read: ENOENT" },
      { status: "done", entries: 5 },
    ]);
  });
});

describe("importFiles after an interruption", () => {
  it("shows a killed import as interrupted, and the next run recounts its pairs", async () => {
    const { postgres } = scratch;
    await imported("page", PAGE);
    await postgres.query(
      "insert into cpe_imports (id, file, state, entries, updated_at) values ('x', 'killed', 'running', 7, now() - interval '1 hour')",
    );
    await postgres.query("insert into cpe_touched_pairs (part, vendor, product) values ('a', 'example', 'editor')");
    await postgres.query("update cpe_pairs set entries = 1");
    expect(await dictionary.status()).toMatchObject({
      unsettled: 1,
      imports: [{ file: "killed", status: "interrupted" }, {}],
    });
    await imported("page", PAGE);
    expect(await dictionary.status()).toMatchObject({ unsettled: 0 });
    expect(await dictionary.reader.pairsOfProduct("editor")).toMatchObject([{ entries: 5 }]);
  });

  it("stops between two batches when its caller aborts", async () => {
    const controller = new AbortController();
    const large = fileOf("large", cpePage(versions(6_000).map((name) => cpeProduct(name))), 60_000);
    const onProgress = () => controller.abort(new Error("enough"));
    const stopped = dictionary.importFiles([large], { signal: controller.signal, onProgress });
    await expect(stopped).rejects.toThrow("enough");
    const status = await dictionary.status();
    expect(status).toMatchObject({ unsettled: 0, imports: [{ status: "failed", problem: "stopped" }] });
    expect(status.entries).toBeGreaterThan(0);
    expect(status.entries).toBeLessThan(6_000);
  });
});

describe("syncedTo after importFiles", () => {
  it("is the oldest time of the files, and only a whole dictionary advances it", async () => {
    const { products } = PAGE;
    const part = (timestamp: string, more = {}) =>
      cpePage(products.slice(0, 3), { timestamp, totalResults: 5, ...more });
    const syncedTo = async () => (await dictionary.status()).syncedTo?.toISOString();
    await imported("part", part("2024-02-01T00:00:00.000"));
    expect(await syncedTo()).toBe("2024-02-01T00:00:00.000Z");
    await imported("part", part("2024-04-01T00:00:00.000"));
    expect(await syncedTo()).toBe("2024-02-01T00:00:00.000Z");
    const rest = cpePage(products.slice(3), { timestamp: "2024-03-02T00:00:00.000", totalResults: 5, startIndex: 3 });
    await dictionary.importFiles([fileOf("1", part("2024-03-01T00:00:00.000")), fileOf("2", rest)]);
    expect(await syncedTo()).toBe("2024-03-01T00:00:00.000Z");
    await imported("older", cpePage(products, { timestamp: "2023-01-01T00:00:00.000" }));
    expect(await syncedTo()).toBe("2024-03-01T00:00:00.000Z");
  });

  it("is the time of the newest entry without a timestamp, and never in the future", async () => {
    await imported("page", { products: PAGE.products });
    expect((await dictionary.status()).syncedTo?.toISOString()).toBe("2024-03-01T10:00:00.000Z");
    await imported("ahead", cpePage(PAGE.products, { timestamp: "2999-01-01T00:00:00.000" }));
    expect((await dictionary.status()).syncedTo!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

it.skipIf(!existsSync(SAMPLE))("importFiles reads a whole recorded dictionary", async () => {
  const [file] = await dictionary.importFiles([{ name: "sample", open: () => createReadStream(SAMPLE) }]);
  expect(file).toEqual({ file: "sample", status: "done", entries: 66_322, added: 66_322, changed: 0, refused: 0 });
  const status = await dictionary.status();
  expect(status).toMatchObject({ entries: 66_322, unsettled: 0 });
  expect(status.pairs).toBeGreaterThanOrEqual(47_204);
  expect(status.deprecated).toBeGreaterThan(1_000);
});

it("unused stores hold no row, so that a restore finds them empty", async () => {
  const fresh = await scratchDatabase();
  try {
    expect(await dictionaryOn(fresh.postgres, testClock()).status()).toMatchObject({
      entries: 0,
      change: 0,
      imports: [],
    });
    const tables = ["cpe_entries", "cpe_pairs", "cpe_dictionary", "cpe_imports", "outside_calls", "model_calls"];
    for (const table of tables) expect(await fresh.postgres.query(`select 1 from ${table}`), table).toEqual([]);
  } finally {
    await fresh.drop();
  }
});
