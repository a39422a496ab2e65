import { writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { orrery } from "../support/command-line.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../support/cve-records.ts";
import { commandHome } from "./command-home.ts";

const [FIRST, SECOND] = ["CVE-2024-1000", "CVE-2024-1001"];
const SHOPD = [anyOf(criterion(cpe("a:maker:shopd:1.0")))];
const PAGE = JSON.stringify(cvePage([cveRecord(FIRST, SHOPD), cveRecord(SECOND, SHOPD)]));
const KEV = JSON.stringify(kevCatalogue([FIRST]));
const EPSS = `#model_version:v1,score_date:2024-06-01T00:00:00+0000\ncve,epss,percentile\n${FIRST},0.5,0.9\n`;
const platform = {
  product_id: "debian-12",
  name: "Debian GNU/Linux 12",
  product_identification_helper: { cpe: "cpe:/o:debian:debian_linux:12" },
};
const built = {
  product_id: "shopd-1.0-2",
  name: "shopd 1.0-2",
  product_identification_helper: { purl: "pkg:deb/debian/shopd@1.0-2?distro=debian-12" },
};
const CSAF = JSON.stringify({
  document: { category: "csaf_vex", csaf_version: "2.0", title: "shopd" },
  product_tree: { full_product_names: [platform, built] },
  vulnerabilities: [{ cve: FIRST, product_status: { fixed: [built.product_id] } }],
});
const OVAL = `<?xml version="1.0"?>
<oval_definitions xmlns="http://oval.mitre.org/XMLSchema/oval-definitions-5">
<definitions><definition class="vulnerability" id="def:1"><metadata><affected family="unix">
<platform>Debian GNU/Linux 12</platform></affected><reference ref_id="${SECOND}" source="CVE"/></metadata>
<criteria><criterion test_ref="tst:1"/></criteria></definition></definitions>
<tests><dpkginfo_test id="tst:1"><object object_ref="obj:1"/><state state_ref="ste:1"/></dpkginfo_test></tests>
<objects><dpkginfo_object id="obj:1"><name>shopd</name></dpkginfo_object></objects>
<states><dpkginfo_state id="ste:1"><evr operation="less than">1.0-3</evr></dpkginfo_state></states>
</oval_definitions>
`;

const at = commandHome();
const file = (name: string) => path.join(at.home, name);
const cveImport = (...args: string[]) => orrery(["cve", "import", ...args], at.env);
const count = async () => JSON.parse((await orrery(["cve", "status", "--json"], at.env)).stdout);

beforeAll(async () => {
  const files = {
    "cves.json.gz": gzipSync(PAGE),
    "cut.json": PAGE.slice(0, -8),
    "kev.json": KEV,
    "kev-cut.json": KEV.slice(0, -8),
    "epss.csv.gz": gzipSync(EPSS),
    "vex.json.zst": zstdCompressSync(CSAF),
    "vex-cut.json": CSAF.slice(0, -8),
    "oval.xml": OVAL,
    "oval.xml.bz2": Buffer.from("BZh91AY&SY and so on"),
    "oval.xml.xz": Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00]),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(file(name), content);
});

it("orrery cve status reports that there are no known vulnerabilities yet", async () => {
  const { code, stdout, stderr } = await orrery(["cve", "status"], at.env);
  const text = "There are no known vulnerabilities yet: see `orrery cve import`.\n";
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: text, stderr: "" });
});

it("orrery cve import takes in records, catalogue, scores and statements, and shows the status", async () => {
  const { code, stdout, stderr } = await cveImport(
    file("cves.json.gz"),
    ...["--kev", file("kev.json"), "--epss", file("epss.csv.gz")],
    ...["--vendor", file("vex.json.zst"), "--vendor", file("oval.xml")],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "cves.json.gz: 2 entries, of them 2 new and 0 changed",
    "kev.json: 1 entry, of them 1 new and 0 changed",
    "epss.csv.gz: 1 entry, of them 1 new and 0 changed",
    "vex.json.zst: 1 entry, of them 1 new and 0 changed",
    "oval.xml: 1 entry, of them 1 new and 0 changed",
    "",
  ]);
  expect(await count()).toMatchObject({
    ...{ cves: 2, rejected: 0, products: 1, kev: 1, epss: 1, vendor_statements: 2 },
    ...{ synced_to: "2024-06-01T00:00:00.000Z", kev_as_of: "2024-06-01T12:00:00.000Z" },
    imports: [
      { file: "oval.xml", kind: "vendor", status: "done" },
      { file: "vex.json.zst", kind: "vendor", status: "done" },
      { file: "epss.csv.gz", kind: "epss", status: "done" },
      { file: "kev.json", kind: "kev", status: "done" },
      { file: "cves.json.gz", kind: "cve", status: "done" },
    ],
  });
  expect((await orrery(["cve", "status"], at.env)).stdout).toMatch(/^CVEs {7}2, of them 0 rejected; on 1 products$/m);
});

it("orrery cve import names truncated and wrong files, keeps what it had, and ends with 1", async () => {
  const before = await count();
  const { code, stdout, stderr } = await cveImport(
    ...[file("cut.json"), file("kev.json"), file("none.json")],
    ...["--kev", file("kev-cut.json"), "--epss", file("cves.json.gz"), "--vendor", file("vex-cut.json")],
    ...["--vendor", file("oval.xml.bz2"), "--vendor", file("oval.xml.xz"), "--vendor", file("kev.json")],
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const nothing = "; taken in before: 0 entries, of them 0 new and 0 changed";
  const packed = "plain files, .gz, .zst, .tar and .zip are read";
  expect(stderr.split("\n")).toEqual([
    "cut.json: ends early: the rest is missing; taken in before: 1 entry, of them 0 new and 0 changed",
    `kev.json: entry 1: cve: Invalid input: expected object, received undefined${nothing}`,
    `none.json: cannot be read: ENOENT${nothing}`,
    `kev-cut.json: ends early: the rest is missing${nothing}`,
    `cves.json.gz: holds no exploit predictions${nothing}`,
    `vex-cut.json: ends early${nothing}`,
    `oval.xml.bz2: is packed with bzip2: unpack it first, with \`bzip2 -dk FILE\`; ${packed}${nothing}`,
    `oval.xml.xz: is packed with xz: unpack it first, with \`xz -dk FILE\`; ${packed}${nothing}`,
    `kev.json: is JSON without a CSAF document${nothing}`,
    "orrery: 9 of 9 files were not taken in whole",
    "",
  ]);
  const { imports: _, ...kept } = before;
  expect(await count()).toMatchObject({ ...kept, change: expect.any(Number), age_days: expect.any(Number) });
});

it("orrery cve import reads standard input, for statements too, and prints JSON", async () => {
  const { code, stdout } = await orrery(["cve", "import", "--vendor", "-", "--json"], at.env, OVAL);
  expect(code).toBe(0);
  const entry = { entries: 1, added: 1, changed: 0, refused: 0 };
  expect(JSON.parse(stdout)).toEqual({
    files: [{ kind: "vendor", file: "standard input", status: "done", ...entry }],
  });
});

it("orrery cve import needs a file", async () => {
  const { code, stdout, stderr } = await cveImport();
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("no file is given");
});
