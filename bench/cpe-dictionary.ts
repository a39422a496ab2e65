import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createCpeDictionary } from "../src/features/cpe-dictionary/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { createLogger } from "../src/platform/log.ts";
import { createNvd } from "../src/platform/nvd/index.ts";
import { createPostgres, type Postgres } from "../src/platform/postgres/postgres.ts";
import { defineFigure } from "./support/figure.ts";
import { type Imported, runImport } from "./support/import-process.ts";
import { median, percentile } from "./support/statistics.ts";
import { openStores } from "./support/stores.ts";

/** Versions of one product: most have few, some have thousands. */
const VERSIONS = [1, 1, 1, 2, 2, 3, 5, 8, 20, 45];
const WORDS = ["text", "server", "client", "manager", "toolkit", "player", "monitor", "archive", "plugin", "gateway"];

export const figure = defineFigure({
  what: "`orrery cpe import` of a made-up dictionary as large as the real one, and lookups in it",
  marks: {
    import_time: { unit: "s", better: "lower", must: 600, aim: 300 },
    import_memory: { unit: "MB", better: "lower", must: 300, aim: 250 },
    lookup_median: { unit: "ms", better: "lower", must: 1, aim: 0.5 },
  },
  settings: { names: 1_200_000, lookups: 2_000 },

  async run({ names, lookups }, say) {
    const stores = await openStores(say);
    const folder = await mkdtemp(path.join(tmpdir(), "orrery-bench-cpe-"));
    const name = `bench_cpe_${randomBytes(4).toString("hex")}`;
    const log = createLogger("warn");
    const server = createPostgres({ url: stores.postgresUrl, log });
    const url = Object.assign(new URL(stores.postgresUrl), { pathname: `/${name}` }).toString();
    try {
      await server.query(`create database ${name}`);
      const file = path.join(folder, "dictionary.json.gz");
      say(`making up ${names} names ...`);
      const written = await writeDictionary(file, names);
      say("importing ...");
      const imported = await runImport(stores, url, ["cpe", "import", file]);
      const postgres = createPostgres({ url, log, statementTimeoutMs: 0 });
      try {
        return { ...(await measure(postgres, written, lookups, imported, say)) };
      } finally {
        await postgres.close();
      }
    } finally {
      await server.query(`drop database if exists ${name} with (force)`);
      await server.close();
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function measure(
  postgres: Postgres,
  names: number,
  lookups: number,
  imported: Imported,
  say: (l: string) => void,
) {
  const log = createLogger("warn");
  const nvd = createNvd({ postgres, log, config: { baseUrl: "http://127.0.0.1:9", apiKey: undefined } });
  const { status, reader } = createCpeDictionary({ postgres, nvd, clock: systemClock, log });
  const { entries, pairs, unsettled } = await status();
  if (entries !== names || unsettled !== 0)
    throw new Error(`${entries} of ${names} names are in, ${unsettled} unsettled`);
  await postgres.query("analyze cpe_entries");
  await postgres.query("analyze cpe_pairs");
  const any = () => Math.floor(Math.random() * pairs);
  const kinds: Record<string, (i: number) => Promise<unknown[]>> = {
    version: (i) => reader.entriesOfPair({ ...pairOf(i), part: "a" }, { versions: ["1.0.0"] }),
    name: (i) => reader.entriesByName([nameOf(i, 0)]),
    product: (i) => reader.pairsOfProduct(pairOf(i).product),
    words: (i) => reader.pairsByWords(`${titleOf(i)}`),
  };
  const times: Record<string, number[]> = {};
  for (const [kind, look] of Object.entries(kinds)) {
    for (let warm = 0; warm < 100; warm++) await look(any());
    times[kind] = [];
    for (let n = 0; n < lookups; n++) {
      const i = any();
      const started = performance.now();
      const found = await look(i);
      times[kind].push(performance.now() - started);
      if (found.length === 0) throw new Error(`${kind} of product ${i} was not found`);
    }
    say(`${kind}: ${median(times[kind]).toFixed(3)} ms`);
  }
  const started = performance.now();
  let read = 0;
  for await (const portion of reader.readPairs()) read += portion.length;
  if (read !== pairs) throw new Error(`${read} of ${pairs} pairs were read`);
  const readAll = (performance.now() - started) / 1000;
  const all = Object.values(times).flat();
  return {
    marks: { import_time: imported.seconds, import_memory: imported.peakMb, lookup_median: median(all) },
    details: {
      lookup_p99_ms: percentile(all, 99),
      ...Object.fromEntries(Object.entries(times).map(([kind, each]) => [`${kind}_median_ms`, median(each)])),
      ...Object.fromEntries(Object.entries(times).map(([kind, each]) => [`${kind}_p99_ms`, percentile(each, 99)])),
      names_per_s: names / imported.seconds,
      read_all_pairs_s: readAll,
      pairs,
    },
    verified: ["every name is in, every pair counted, every lookup found what it asked for"],
  };
}

function pairOf(i: number) {
  return { vendor: `vendor_${Math.floor(i / 3)}`, product: `${WORDS[i % WORDS.length]}_${i}` };
}

function nameOf(i: number, version: number): string {
  const { vendor, product } = pairOf(i);
  return `cpe:2.3:a:${vendor}:${product}:${version + 1}.0.0:*:*:*:*:*:*:*`;
}

function titleOf(i: number): string {
  return `Vendor ${Math.floor(i / 3)} ${WORDS[i % WORDS.length]} ${i}`;
}

async function writeDictionary(file: string, names: number): Promise<number> {
  let written = 0;
  function* text() {
    yield `{"resultsPerPage":${names},"startIndex":0,"totalResults":${names},"format":"NVD_CPE","version":"2.0",`;
    yield `"timestamp":"2024-06-01T00:00:00.000","products":[`;
    for (let i = 0; written < names; i++) {
      const count = i % 5_000 === 4_999 ? 3_000 : VERSIONS[i % VERSIONS.length]!;
      for (let version = 0; version < count && written < names; version++) {
        yield `${written++ === 0 ? "" : ","}${product(i, version)}`;
      }
    }
    yield "]}";
  }
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), createWriteStream(file));
  return written;
}

function product(i: number, version: number): string {
  const reference = `https://www.example.com/products/${i}/releases/${version}`;
  return JSON.stringify({
    cpe: {
      deprecated: version % 50 === 49,
      cpeName: nameOf(i, version),
      cpeNameId: `${String(i).padStart(8, "0")}-0000-4000-8000-${String(version).padStart(12, "0")}`,
      lastModified: "2024-05-01T10:00:00.000",
      created: "2020-01-01T00:00:00.000",
      titles: [{ title: `${titleOf(i)} ${version + 1}.0.0`, lang: "en" }],
      refs: [
        { ref: reference, type: "Change Log" },
        { ref: `${reference}/notes`, type: "Version" },
      ],
      ...(version % 50 === 49 ? { deprecatedBy: [{ cpeName: nameOf(i, version - 1), cpeNameId: "x" }] } : {}),
    },
  });
}
