import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { productKeys } from "../../src/features/exposure/matching/index.ts";
import type { InstanceRow } from "../../src/features/exposure/state/profile.model.ts";
import { createRandom, type Random } from "./random.ts";

/** Products of which programs are installed, among all that CVEs name. */
const PRODUCTS_OF_CVES = 40_000;
const SYSTEMS = [
  ["Microsoft Windows Server 2019 Standard", "10.0.17763"],
  ["Microsoft Windows Server 2022 Standard", "10.0.20348"],
  ["Debian GNU/Linux 12 (bookworm)", "12"],
  ["Red Hat Enterprise Linux", "9.4"],
] as const;

const productOf = (i: number) => `cpe:2.3:a:maker_${i % 9_000}:product_${i}`;
/** A few products have most CVEs, as in the real database. */
const anyProduct = (random: Random) => Math.floor(PRODUCTS_OF_CVES * random.next() ** 3);
const versionOf = (random: Random) => `${random.int(1, 12)}.${random.int(0, 9)}.${random.int(0, 20)}`;

/** One CVE: of a hundred records some 90 have a range, 30 lists of exact versions, 11 what they run on. */
export function cveOf(i: number, random: Random, product = anyProduct(random)): object {
  const base = Math.round(random.next() * 100) / 10;
  const name = productOf(product);
  const ranges = Array.from({ length: random.int(1, 3) }, () => ({
    vulnerable: true,
    criteria: `${name}:*:*:*:*:*:*:*:*`,
    ...(random.chance(0.5) && { versionStartIncluding: `${random.int(1, 6)}.0` }),
    versionEndExcluding: versionOf(random),
  }));
  const exact = random.chance(0.3)
    ? Array.from({ length: random.int(2, 30) }, () => ({
        vulnerable: true,
        criteria: `${name}:${versionOf(random)}:*:*:*:*:*:*:*`,
      }))
    : [];
  const list = { operator: "OR", negate: false, cpeMatch: [...ranges, ...exact] };
  const system = { vulnerable: false, criteria: "cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*" };
  const configuration = random.chance(0.11)
    ? { operator: "AND", nodes: [list, { operator: "OR", negate: false, cpeMatch: [system] }] }
    : { nodes: [list] };
  const cvssData = { version: "3.1", vectorString: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", baseScore: base };
  return {
    cve: {
      id: `CVE-${2000 + (i % 25)}-${10_000 + i}`,
      published: `20${String(10 + (i % 15)).padStart(2, "0")}-01-01T00:00:00.000`,
      lastModified: "2025-01-01T00:00:00.000",
      vulnStatus: "Analyzed",
      descriptions: [
        { lang: "en", value: `A flaw of product ${product} lets others do what they should not. `.repeat(5) },
      ],
      metrics: { cvssMetricV31: [{ type: "Primary", cvssData }] },
      weaknesses: [{ description: [{ lang: "en", value: "CWE-79" }] }],
      configurations: [configuration],
      references: [{ url: `https://www.example.com/advisories/${i}` }],
    },
  };
}

/** Writes a feed of so many CVEs, packed. */
export async function writeCves(file: string, count: number): Promise<void> {
  const random = createRandom(20_260_201);
  function* text() {
    yield `{"resultsPerPage":${count},"startIndex":0,"totalResults":${count},"format":"NVD_CVE","version":"2.0",`;
    yield `"timestamp":"2025-01-01T00:00:00.000","vulnerabilities":[`;
    for (let i = 0; i < count; i++) yield `${i === 0 ? "" : ","}${JSON.stringify(cveOf(i, random))}`;
    yield "]}";
  }
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), createWriteStream(file));
}

/** Installed programs of so many products: some 8 versions of each, on four systems, a hundred on a server. */
export function* programs(count: number, products: number): Generator<InstanceRow> {
  const random = createRandom(20_260_202);
  const versions = Array.from({ length: products }, () => Array.from({ length: 8 }, () => versionOf(random)));
  for (let i = 0; i < count; i++) {
    const product = i % products;
    const version = random.pick(versions[product]!);
    const server = Math.floor(i / 100);
    const [osName, osVersion] = SYSTEMS[server % SYSTEMS.length]!;
    // Products with many and with few CVEs alike.
    const name = productOf(Math.floor((product / products) * PRODUCTS_OF_CVES));
    const cpeName = `${name}:${version}:*:*:*:*:*:*:*`;
    yield {
      id: `instance-${i}`,
      name: `program ${product}`,
      server: {
        id: `server-${server}`,
        name: `server ${server}`,
        osName,
        osVersion,
        arch: "x86_64",
        ports: 3,
        isPublic: false,
      },
      softwareId: null,
      productKey: productKeys(cpeName),
      cpeName,
      version,
      kind: "other",
      package: null,
    };
  }
}
