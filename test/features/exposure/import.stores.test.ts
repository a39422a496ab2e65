import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { constants, crc32, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { feedStore } from "../../../src/features/exposure/import/feed.store.ts";
import { createImportEpss } from "../../../src/features/exposure/import/import-epss.ts";
import { createImportCves } from "../../../src/features/exposure/import/import-feeds.ts";
import { createImportKev } from "../../../src/features/exposure/import/import-kev.ts";
import { createRefreshCves } from "../../../src/features/exposure/import/refresh-cves.ts";
import { type CvePage, type CveQuery, NvdFault, readCve } from "../../../src/platform/nvd/index.ts";
import { testClock } from "../../support/clock.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { fileOf, noSource, tarOf } from "../cpe-dictionary/support.ts";

const FOLDER = path.resolve("../shared/data/cve");
const ONE = anyOf(criterion(cpe("a:maker:product:1.0")));
const ids = (count: number) => Array.from({ length: count }, (_, i) => `CVE-2024-${1_000 + i}`);
const PAGE = cvePage(ids(5).map((id) => cveRecord(id, [ONE])));

let scratch: Scratch;
const clock = testClock();
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  await scratch.postgres.query(
    "truncate cve_records, cve_products, cve_companions, kev_entries, epss_scores, cve_imports, cve_feed",
  );
});

const importCves = async (name: string, content: unknown, pieceBytes?: number) =>
  (await createImportCves({ postgres: scratch.postgres, clock })([fileOf(name, content, pieceBytes)]))[0]!;
const importKev = (content: unknown) => createImportKev({ postgres: scratch.postgres, clock })(fileOf("kev", content));
const importEpss = (content: unknown) =>
  createImportEpss({ postgres: scratch.postgres, clock })(fileOf("epss", content));
const stored = async () =>
  (await scratch.postgres.query<{ cve: string }>("select cve from cve_records order by cve")).map(({ cve }) => cve);
const state = () => feedStore.feedState(scratch.postgres);
const kevs = async () =>
  (await scratch.postgres.query<{ cve: string }>("select cve from kev_entries order by cve")).map(({ cve }) => cve);
const epss = () => scratch.postgres.query("select cve, score from epss_scores order by cve");

/** A zip archive as `zip` writes one; `behind`: with sizes behind the contents, as a stream of it has them. */
function zipOf(files: Record<string, string>, { behind = false, stored: isStored = false } = {}): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(behind ? 8 : 0, 6);
    header.writeUInt16LE(isStored ? 0 : 8, 8);
    header.writeUInt32LE(behind ? 0 : crc32(bytes), 14);
    header.writeUInt32LE(behind ? 0 : packed.length, 18);
    header.writeUInt32LE(behind ? 0 : bytes.length, 22);
    header.writeUInt16LE(name.length, 26);
    const descriptor = Buffer.alloc(behind ? 16 : 0);
    if (behind) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(crc32(bytes), 4);
      descriptor.writeUInt32LE(packed.length, 8);
      descriptor.writeUInt32LE(bytes.length, 12);
    }
    return [header, Buffer.from(name), packed, descriptor];
  });
  const directory = Buffer.alloc(46);
  directory.writeUInt32LE(0x02014b50, 0);
  return Buffer.concat([...blocks, directory]);
}

const inParts = (content: string | Buffer, pack: (part: Buffer) => Buffer): Buffer => {
  const bytes = Buffer.from(content);
  const third = Math.ceil(bytes.length / 3);
  return Buffer.concat([0, 1, 2].map((part) => pack(bytes.subarray(part * third, (part + 1) * third))));
};
/** Three frames of the three forms of header, and between them one that readers skip. */
function zstdFramesOf(content: string | Buffer): Buffer {
  const skipped = Buffer.from("502a4d180400000061626364", "hex");
  const { ZSTD_c_checksumFlag: checksum, ZSTD_c_contentSizeFlag: contentSize } = constants;
  const forms = [{ [checksum]: 1 }, { [contentSize]: 0 }, {}];
  return inParts(content, (part) => {
    const frame = zstdCompressSync(part, { params: forms.shift() ?? {} });
    return forms.length === 1 ? Buffer.concat([skipped, frame]) : frame;
  });
}

describe("CVE records", () => {
  const halves = {
    "1.json": JSON.stringify(cvePage(PAGE.vulnerabilities.slice(0, 3))),
    README: "no",
    "2.json": JSON.stringify(cvePage(PAGE.vulnerabilities.slice(3))),
  };
  it.each<[string, () => unknown]>([
    ["a page", () => PAGE],
    ["a packed page", () => gzipSync(JSON.stringify(PAGE))],
    ["a page packed with zstd", () => zstdCompressSync(JSON.stringify(PAGE))],
    ["a page packed with zstd in several frames", () => zstdFramesOf(JSON.stringify(PAGE))],
    ["a page packed with gzip in several members", () => inParts(JSON.stringify(PAGE), gzipSync)],
    ["a tar archive packed with zstd in several frames", () => zstdFramesOf(tarOf(halves))],
    ["a tar archive", () => gzipSync(tarOf(halves))],
    ["a zip archive", () => zipOf(halves)],
    ["a zip archive with sizes behind the contents", () => zipOf(halves, { behind: true })],
    ["a zip archive of files that are not packed", () => zipOf(halves, { stored: true })],
  ])("come from %s, in pieces of any size", async (_what, content) => {
    for (const pieceBytes of [7, 1_000, 1_000_000]) {
      expect(await importCves("file", content(), pieceBytes)).toMatchObject({ status: "done", entries: 5, refused: 0 });
    }
    expect(await stored()).toEqual(ids(5));
  });

  it.each<[string, () => unknown, RegExp]>([
    ["empty", () => "", /^is empty$/],
    ["cut off", () => JSON.stringify(PAGE).slice(0, -200), /^ends early/],
    ["packed and cut off", () => gzipSync(JSON.stringify(PAGE)).subarray(0, -20), /^ends early/],
    ["packed with zstd and cut off", () => zstdCompressSync(JSON.stringify(PAGE)).subarray(0, -20), /^ends early/],
    [
      "packed with zstd, without the end of its last frame",
      () => zstdFramesOf(JSON.stringify(PAGE)).subarray(0, -3),
      /^ends early/,
    ],
    [
      "packed with zstd, and anything else behind",
      () => Buffer.concat([zstdFramesOf("{}"), Buffer.from("more")]),
      /^is damaged/,
    ],
    ["packed with bzip2", () => "BZh91AY&SY", /^is packed with bzip2: unpack it first, with `bzip2 -dk FILE`/],
    ["a cut zip archive", () => zipOf({ "a.json": JSON.stringify(PAGE) }).subarray(0, 200), /^ends early/],
    ["a damaged zip archive", () => zipOf({ "a.json": JSON.stringify(PAGE) }).fill(0xff, 60, 80), /^is damaged/],
    [
      "a zip archive without its directory",
      () => zipOf({ "a.json": JSON.stringify(PAGE) }).subarray(0, -46),
      /^ends early/,
    ],
    ["no JSON", () => "cve;score", /^is not a JSON object$/],
    ["the CPE dictionary", () => ({ format: "NVD_CPE", products: [{}] }), /^holds CPE products, not CVE records$/],
    ["of the old form", () => ({ CVE_Items: [{}] }), /form 1\.1/],
    ["a list of nothing", () => ({ vulnerabilities: [] }), /^holds no CVE records$/],
  ])("a file that is %s fails, and says so", async (_what, content, problem) => {
    const result = await importCves("bad", content(), 1_000);
    expect(result).toMatchObject({ status: "failed", problem: expect.stringMatching(problem) });
    const status = await feedStore.feedStatus(scratch.postgres);
    expect(status.imports[0]).toMatchObject({ file: "bad", status: "failed" });
    expect(status.importedAt).toBeNull();
  });

  it("of a cut file are kept as far as they go, and the rest comes with a repeat", async () => {
    const many = cvePage(ids(1_200).map((id) => cveRecord(id, [ONE])));
    const text = JSON.stringify(many);
    const cut = await importCves("cut", text.slice(0, Math.floor(text.length * 0.9)));
    expect(cut.status).toBe("failed");
    expect((await stored()).length).toBe(cut.entries);
    expect(cut.entries).toBeGreaterThan(500);
    const repeat = await importCves("whole", text);
    expect(repeat).toMatchObject({ status: "done", entries: 1_200, added: 1_200 - cut.entries, changed: 0 });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["configurations that are none", { configurations: "all" }, /^CVE-2024-1000: cve.configurations/],
    [
      "a criterion without a name",
      { configurations: [anyOf({ vulnerable: true } as never)] },
      /^CVE-2024-1000: .*criteria/,
    ],
    ["a name with a NUL", { configurations: [anyOf(criterion("cpe:2.3:a:\u0000"))] }, /^CVE-2024-1000: .*criteria/],
    ["an id that is none", { id: "CVE-1" }, /^CVE-1: cve.id: is not the id of a CVE/],
    ["no id", { id: undefined }, /^entry 1: cve.id/],
  ])("with %s are named, and cost no other", async (_what, odd, problem) => {
    const page = cvePage([cveRecord("CVE-2024-1000", [ONE], odd), cveRecord("CVE-2024-1001", [ONE])]);
    const result = await importCves("odd", page);
    expect(result).toMatchObject({ status: "done", entries: 1, refused: 1, problem: expect.stringMatching(problem) });
    expect(await stored()).toEqual(["CVE-2024-1001"]);
  });

  it("with hostile texts and nonsense versions are kept as plain texts", async () => {
    const odd = criterion(cpe("a:maker:product"), { versionEndExcluding: "'; drop table cve_records; --" });
    const record = cveRecord("CVE-2024-1000", [anyOf(odd)], {
      descriptions: [{ lang: "en", value: "a\u0000b \ud800 <script>" }],
      published: "2024-01-01T00:00:00+00:",
      lastModified: undefined,
    });
    expect(await importCves("odd", cvePage([record]))).toMatchObject({ status: "done", entries: 1 });
    const [row] = await scratch.postgres.query("select summary, published from cve_records");
    expect(row).toEqual({ summary: "a b   <script>", published: new Date("2024-01-01T00:00:00Z") });
  });

  it("in any order leave the newest state, and a repeat changes nothing", async () => {
    const at = (day: number, value: string) =>
      cveRecord("CVE-2024-1000", [ONE], {
        lastModified: `2024-05-0${day}T00:00:00.000`,
        descriptions: [{ lang: "en", value }],
      });
    expect(await importCves("a", cvePage([at(2, "second"), at(3, "third"), at(1, "first")]))).toMatchObject({
      added: 1,
    });
    const { change } = await state();
    expect(await importCves("b", cvePage([at(1, "first"), at(3, "third")]))).toMatchObject({ added: 0, changed: 0 });
    const rows = await scratch.postgres.query("select summary, change from cve_records");
    expect(rows).toEqual([{ summary: "third", change }]);
  });

  it("of a feed that shrinks stay", async () => {
    await importCves("all", PAGE);
    expect(await importCves("less", cvePage(PAGE.vulnerabilities.slice(0, 2)))).toMatchObject({
      status: "done",
      entries: 2,
    });
    expect(await stored()).toEqual(ids(5));
  });

  it.skipIf(!existsSync(FOLDER))("of the sample are all readable", async () => {
    const open = () => createReadStream(path.join(FOLDER, "nvd-cves-sample.json.gz"));
    const [file] = await createImportCves({ postgres: scratch.postgres, clock })([{ name: "sample", open }]);
    expect(file).toMatchObject({ status: "done", entries: 2_990, refused: 0 });
  });
});

describe("the catalogue of known exploited vulnerabilities", () => {
  const newer = { dateReleased: "2024-07-01T00:00:00Z" };
  it("takes the place of the one before, and has what is new in it matched again", async () => {
    await importCves("all", PAGE);
    const { change } = await state();
    expect(await importKev(kevCatalogue(ids(3)))).toMatchObject({ status: "done", entries: 3, added: 3 });
    expect((await state()).change).toBe(change + 1);
    expect(await importKev(kevCatalogue(ids(2), newer))).toMatchObject({ entries: 2, added: 0, changed: 1 });
    expect(await kevs()).toEqual(ids(2));
    expect(await importKev(kevCatalogue(ids(5)))).toMatchObject({
      status: "done",
      problem: expect.stringMatching(/^is older/),
    });
    expect(await kevs()).toEqual(ids(2));
  });

  it.each<[string, () => unknown]>([
    ["cut off", () => JSON.stringify(kevCatalogue(ids(5), newer)).slice(0, -100)],
    ["short of entries", () => kevCatalogue(ids(2), { ...newer, count: 9 })],
    ["empty", () => kevCatalogue([], newer)],
    ["something else", () => ({ products: [1] })],
  ])("changes nothing where it is %s", async (_what, content) => {
    await importKev(kevCatalogue(ids(3)));
    expect((await importKev(content())).status).toBe("failed");
    expect(await kevs()).toEqual(ids(3));
  });
});

describe("scores of exploit prediction", () => {
  const table = (date: string, ...lines: string[]) =>
    [`#model_version:v1,score_date:${date}T00:00:00+0000`, "cve,epss,percentile", ...lines, ""].join("\n");

  it("take the place of those before", async () => {
    expect(await importEpss(table("2024-06-01", "CVE-2024-1000,0.5,0.9", "CVE-2024-1001,1e-05,0.1"))).toMatchObject({
      entries: 2,
    });
    const next = table("2024-06-02", "CVE-2024-1000,0.25,0.9", "CVE-2024-1002,2,0.1", "nonsense");
    expect(await importEpss(gzipSync(next))).toMatchObject({
      entries: 1,
      refused: 2,
      problem: expect.stringMatching(/^CVE-2024-1002:/),
    });
    expect(await epss()).toEqual([{ cve: "CVE-2024-1000", score: 0.25 }]);
    expect(await importEpss(table("2024-06-01", "CVE-2024-1000,0.5,0.9"))).toMatchObject({
      problem: expect.stringMatching(/^is older/),
    });
    expect(await epss()).toEqual([{ cve: "CVE-2024-1000", score: 0.25 }]);
  });

  it.each<[string, () => unknown]>([
    ["cut off in a line", () => table("2024-06-02", "CVE-2024-1000,0.5,0.9", "CVE-2024-10").slice(0, -1)],
    ["packed and cut off", () => gzipSync(table("2024-06-02", "CVE-2024-1000,0.5,0.9")).subarray(0, -10)],
    ["without their header", () => "CVE-2024-1000,0.5,0.9\n"],
    ["empty", () => ""],
  ])("change nothing where they are %s", async (_what, content) => {
    await importEpss(table("2024-06-01", "CVE-2024-1001,0.5,0.9"));
    expect((await importEpss(content())).status).toBe("failed");
    expect(await epss()).toEqual([{ cve: "CVE-2024-1001", score: 0.5 }]);
  });
});

describe("the scheduled refresh", () => {
  const records = (...names: string[]) =>
    names.map((id) => readCve(cveRecord(id, [ONE]))).filter((record) => typeof record !== "string");
  const source = (answer: (query: CveQuery) => Partial<CvePage>) => {
    const asked: CveQuery[] = [];
    const cvePage = async (query: CveQuery): Promise<CvePage> => {
      asked.push(query);
      const page = { startIndex: query.startIndex, timestamp: clock.now(), records: [], refused: [], ...answer(query) };
      return { totalResults: 4, size: page.records.length, ...page };
    };
    return { nvd: { ...noSource, cvePage }, asked };
  };
  const refresh = (nvd: Parameters<typeof createRefreshCves>[0]["nvd"]) =>
    createRefreshCves({ postgres: scratch.postgres, nvd, clock, pageSize: 2 })({ log });

  it("asks nobody before the first import, then goes on where it was interrupted", async () => {
    const all = ids(4);
    const { nvd, asked } = source(({ startIndex }) => ({ records: records(...all.slice(startIndex, startIndex + 2)) }));
    expect(await refresh(nvd)).toBe(0);
    expect(asked).toEqual([]);
    await importCves(
      "first",
      cvePage([cveRecord("CVE-2024-9000")], { timestamp: new Date(clock.now().getTime() - 86_400_000).toISOString() }),
    );
    const failing = source(({ startIndex }) => {
      if (startIndex > 0) throw new NvdFault("unavailable", "away");
      return { records: records(...all.slice(0, 2)) };
    });
    await expect(refresh(failing.nvd)).rejects.toThrow("away");
    expect(await stored()).toEqual([...all.slice(0, 2), "CVE-2024-9000"]);
    expect(await refresh(nvd)).toBe(2);
    expect(asked.map(({ startIndex }) => startIndex)).toEqual([2]);
    expect(await stored()).toEqual([...all, "CVE-2024-9000"]);
    expect((await state()).window).toBeNull();
  });
});
