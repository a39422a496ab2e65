import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { readSubmission } from "../../../src/features/discovery/formats/index.ts";
import {
  type BillFinding,
  type BillInput,
  type BillProgram,
  writeSbom,
} from "../../../src/features/exposure/sbom/index.ts";

const SCHEMAS = "node_modules/@cyclonedx/cyclonedx-library/res/schema";
const schema = (name: string) => JSON.parse(readFileSync(`${SCHEMAS}/${name}.SNAPSHOT.schema.json`, "utf8"));

let faultsOf: (bill: unknown) => unknown;
beforeAll(() => {
  // The schemas use formats and keywords of their own, which strict mode would refuse.
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", true).addFormat("iri-reference", true);
  for (const name of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(schema("bom-1.6"));
  faultsOf = (bill) => (validate(JSON.parse(JSON.stringify(bill))) ? [] : validate.errors);
});

const program = (id: string, more: Partial<BillProgram> = {}): BillProgram => ({
  ...{ id, name: id, version: "1.0", vendor: null, cpeName: null, kind: null },
  ...more,
});
const finding = (programId: string, status: BillFinding["status"], more: Partial<BillFinding> = {}): BillFinding => ({
  ...{ programId, status, reason: null, decision: null },
  ...more,
});
const flaw = (findings: BillFinding[], cve = "CVE-2024-1111") => ({
  ...{ cve, summary: "A flaw.", published: new Date("2024-01-02T03:04:05Z"), modified: null },
  ...{ cvss: { version: "3.1", score: 9.8, vector: "CVSS:3.1/AV:N" }, severity: "critical" as const, findings },
});
const input = (more: Partial<BillInput> = {}): BillInput => ({
  serial: "3e671687-395b-41f5-a30f-a58921a69b79",
  at: new Date("2026-01-31T08:00:00Z"),
  toolVersion: "0.1.0",
  server: { id: "server-1", name: "web1", os: { name: "Debian GNU/Linux 12 (bookworm)", version: "12" } },
  programs: [program("a"), program("b")],
  vulnerabilities: [],
  ...more,
});

describe("writeSbom", () => {
  test("lists the server, its system and its programs with all that names them", () => {
    const cpe = "cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*";
    const programs = [
      program("a", { name: "zip", version: "1:3.0-13", kind: "deb" }),
      program("b", { name: "@acme/rocket", vendor: "Acme", cpeName: cpe, kind: "npm" }),
      program("c", { name: "Rocket Tool", version: null, kind: "windows_program" }),
    ];
    const bill = writeSbom(input({ programs }));
    expect(faultsOf(bill)).toEqual([]);
    expect(bill.metadata).toMatchObject({
      timestamp: "2026-01-31T08:00:00.000Z",
      component: { type: "device", name: "web1" },
    });
    expect(bill.components).toEqual([
      { type: "operating-system", "bom-ref": "server-1#os", name: "Debian GNU/Linux 12 (bookworm)", version: "12" },
      {
        type: "application",
        "bom-ref": "a",
        name: "zip",
        version: "1:3.0-13",
        purl: "pkg:deb/debian/zip@1:3.0-13?distro=debian-12",
      },
      {
        type: "library",
        "bom-ref": "b",
        name: "@acme/rocket",
        version: "1.0",
        publisher: "Acme",
        cpe,
        purl: "pkg:npm/%40acme/rocket@1.0",
      },
      { type: "application", "bom-ref": "c", name: "Rocket Tool" },
    ]);
    expect(bill.dependencies).toEqual([{ ref: "server-1", dependsOn: ["server-1#os", "a", "b", "c"] }]);
  });

  test("puts the epoch of an RPM beside its version", () => {
    const server = { id: "s", name: "s", os: { name: "Red Hat Enterprise Linux 9.4 (Plow)", version: "9.4" } };
    const { components } = writeSbom(
      input({ server, programs: [program("a", { name: "zip", version: "1:3.0-7.el9", kind: "rpm" })] }),
    );
    expect(components[1]!.purl).toBe("pkg:rpm/redhat/zip@3.0-7.el9?distro=rhel-9.4&epoch=1");
  });

  test("says of each finding what was found and decided", () => {
    const decided = (kind: "accepted" | "false_positive" | "mitigated") => ({
      decision: { kind, reason: "As agreed" },
    });
    const cases: [BillFinding, object][] = [
      [finding("a", "affected"), { state: "exploitable" }],
      [finding("a", "possible", { reason: "No version." }), { state: "in_triage", detail: "No version." }],
      [finding("a", "fixed"), { state: "resolved" }],
      [finding("a", "not_affected"), { state: "not_affected" }],
      [finding("a", "affected", decided("false_positive")), { state: "false_positive", detail: "As agreed" }],
      [
        finding("a", "affected", decided("mitigated")),
        { state: "not_affected", justification: "protected_by_mitigating_control", detail: "As agreed" },
      ],
      [
        finding("a", "affected", decided("accepted")),
        { state: "exploitable", response: ["will_not_fix"], detail: "As agreed" },
      ],
      [finding("a", "fixed", decided("accepted")), { state: "resolved", detail: "As agreed" }],
    ];
    for (const [given, analysis] of cases) {
      const bill = writeSbom(input({ vulnerabilities: [flaw([given])] }));
      expect(faultsOf(bill)).toEqual([]);
      expect(bill.vulnerabilities.map((each) => each.analysis)).toEqual([analysis]);
    }
  });

  test("names a CVE once per analysis, with the programs that it is about", () => {
    const findings = [
      finding("a", "affected"),
      finding("b", "possible"),
      finding("a", "affected"),
      finding("gone", "affected"),
    ];
    const bill = writeSbom(input({ vulnerabilities: [flaw(findings), flaw([], "CVE-2024-2222")] }));
    expect(faultsOf(bill)).toEqual([]);
    expect(bill.vulnerabilities).toMatchObject([
      {
        "bom-ref": "CVE-2024-1111",
        id: "CVE-2024-1111",
        affects: [{ ref: "a" }],
        published: "2024-01-02T03:04:05.000Z",
      },
      { "bom-ref": "CVE-2024-1111#2", id: "CVE-2024-1111", affects: [{ ref: "b" }] },
    ]);
    expect(bill.vulnerabilities[0]!.ratings).toEqual([
      { source: { name: "NVD" }, score: 9.8, severity: "critical", method: "CVSSv31", vector: "CVSS:3.1/AV:N" },
    ]);
  });

  test.each([
    ["2.0", "CVSSv2"],
    ["3.0", "CVSSv3"],
    ["4.0", "CVSSv4"],
    ["x", "other"],
  ])("rates by CVSS %s as %s", (version, method) => {
    const rated = { ...flaw([finding("a", "affected")]), cvss: { version, score: 5, vector: null }, severity: null };
    const bill = writeSbom(input({ vulnerabilities: [rated, { ...rated, cvss: null }] }));
    expect(faultsOf(bill)).toEqual([]);
    expect(bill.vulnerabilities[0]!.ratings).toMatchObject([{ method, severity: "unknown" }]);
    expect(bill.vulnerabilities[1]!.ratings).toBeUndefined();
  });

  test("stays valid with hostile and missing texts", () => {
    const server = { id: "s", name: "\u0000", os: { name: null, version: null } };
    const programs = [
      program("a", { name: "\ud800\u0007", version: "", vendor: "\n", cpeName: "cpe:/a:b:c", kind: "deb" }),
    ];
    const bill = writeSbom(
      input({
        server,
        programs,
        vulnerabilities: [{ ...flaw([finding("a", "possible", { reason: "\u0001" })]), summary: null }],
      }),
    );
    expect(faultsOf(bill)).toEqual([]);
    expect(bill.components).toEqual([{ type: "application", "bom-ref": "a", name: "a" }]);
    expect(faultsOf({ ...bill, specVersion: 1 })).not.toEqual([]);
  });

  test("can be read back as discovery input", () => {
    const bill = writeSbom(input({ programs: [program("a", { name: "zip", version: "1:3.0-13", kind: "deb" })] }));
    const read = readSubmission("application/vnd.cyclonedx+json", Buffer.from(JSON.stringify(bill)));
    expect(read.submission.data.discovered_hosts).toMatchObject([
      {
        hostname: "web1",
        os: { version: "12" },
        installed_applications: [{ name: "zip", version: "1:3.0-13", platform: "deb" }],
      },
    ]);
  });
});
