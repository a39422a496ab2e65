import { describe, expect, test } from "vitest";
import {
  distributionOfHost,
  judgePackage,
  judgeStatements,
  type RefusedRecord,
  readVendorFeed,
  speaksOf,
  VendorFeedFault,
  type VendorStatement,
} from "../../../src/features/exposure/vendor-feeds/index.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(file: unknown, size = 64) {
  const statements: VendorStatement[] = [];
  const refused: RefusedRecord[] = [];
  const sink = {
    onStatements: (batch: readonly VendorStatement[]) => void statements.push(...batch),
    onRefused: (each: RefusedRecord) => void refused.push(each),
  };
  const summary = await readVendorFeed(inPieces(typeof file === "string" ? file : JSON.stringify(file), size), sink);
  expect(summary).toMatchObject({ statements: statements.length, refused: refused.length });
  return { statements, refused };
}

const on = (id: string, component: string, platform: string) => ({
  category: "default_component_of",
  full_product_name: { product_id: id, name: id },
  product_reference: component,
  relates_to_product_reference: platform,
});
const product = (id: string, helper: Record<string, string>, name = id) => ({
  category: "product_version",
  name,
  product: { product_id: id, name, product_identification_helper: helper },
});

function csaf(vulnerabilities: unknown[], more: Record<string, unknown> = {}) {
  return {
    document: { category: "csaf_vex", csaf_version: "2.0", publisher: { name: "Example" }, title: "Example" },
    product_tree: {
      branches: [
        {
          category: "vendor",
          name: "Example",
          branches: [
            product("RHEL-9", { cpe: "cpe:/o:redhat:enterprise_linux:9::baseos" }),
            product("RHEL-9.2", { cpe: "cpe:/o:redhat:rhel_eus:9.2::baseos" }),
            product("CHOWDER-1", { cpe: "cpe:/a:redhat:rhel_software_collections:3" }),
            product("zip-1:3.0.7-27.el9.x86_64", { purl: "pkg:rpm/redhat/zip@3.0.7-27.el9?arch=x86_64&epoch=1" }),
            product("zip-1:3.0.7-27.el9.aarch64", { purl: "pkg:rpm/redhat/zip@3.0.7-27.el9?arch=aarch64&epoch=1" }),
            product("zip-1:3.0.1-9.el9_2", { purl: "pkg:rpm/redhat/zip@3.0.1-9.el9_2?epoch=1" }),
            product("unzip", { purl: "pkg:rpm/redhat/unzip?arch=src" }),
            product("SLES 15 SP5", {}, "SUSE Linux Enterprise Server 15 SP5"),
            product("zip-3.0-150500.1.2.x86_64", {}),
            product("pkg-deb", { purl: "pkg:deb/debian/zip@3.0-13%2Bdeb12u1?distro=bookworm" }),
          ],
        },
      ],
      relationships: [
        on("RHEL-9:zip.x86_64", "zip-1:3.0.7-27.el9.x86_64", "RHEL-9"),
        on("RHEL-9:zip.aarch64", "zip-1:3.0.7-27.el9.aarch64", "RHEL-9"),
        on("RHEL-9.2:zip", "zip-1:3.0.1-9.el9_2", "RHEL-9.2"),
        on("RHEL-9:unzip", "unzip", "RHEL-9"),
        on("CHOWDER-1:unzip", "unzip", "CHOWDER-1"),
        on("SLES:zip", "zip-3.0-150500.1.2.x86_64", "SLES 15 SP5"),
      ],
    },
    vulnerabilities,
    ...more,
  };
}

const rhel9 = { distribution: "rhel", release: "9" };

describe("readVendorFeed: CSAF", () => {
  test("reads packages on platforms, once for all architectures, in all statuses", async () => {
    const { statements, refused } = await read(
      csaf([
        {
          cve: "CVE-2024-1111",
          product_status: {
            fixed: ["RHEL-9:zip.x86_64", "RHEL-9:zip.aarch64", "RHEL-9.2:zip", "SLES:zip", "pkg-deb"],
            known_affected: ["RHEL-9:unzip", "CHOWDER-1:unzip"],
            known_not_affected: ["SLES:zip"],
            under_investigation: ["RHEL-9:zip.x86_64"],
          },
        },
      ]),
    );
    expect(refused).toEqual([]);
    const cve = "CVE-2024-1111";
    expect(statements).toEqual([
      { cve, ...rhel9, package: "zip", status: "fixed", fixedVersion: "1:3.0.7-27.el9" },
      { cve, distribution: "rhel", release: "9.2", package: "zip", status: "fixed", fixedVersion: "1:3.0.1-9.el9_2" },
      { cve, distribution: "sles", release: "15.5", package: "zip", status: "fixed", fixedVersion: "3.0-150500.1.2" },
      { cve, distribution: "debian", release: "12", package: "zip", status: "fixed", fixedVersion: "3.0-13+deb12u1" },
      { cve, ...rhel9, package: "unzip", status: "affected", fixedVersion: null },
      { cve, distribution: "sles", release: "15.5", package: "zip", status: "not_affected", fixedVersion: null },
    ]);
  });

  test("leaves out broken records only", async () => {
    const good = { cve: "CVE-2024-2222", product_status: { known_affected: ["RHEL-9:unzip"] } };
    const lost = { cve: "CVE-2024-3333", product_status: { fixed: ["nowhere:zip"], known_affected: "all" } };
    const { statements, refused } = await read(csaf([null, { cve: "CVE-1\n" }, lost, good]));
    expect(statements.map(({ cve }) => cve)).toEqual(["CVE-2024-2222"]);
    expect(refused).toEqual([
      { record: "(without an id)", reason: "has no CVE number" },
      { record: "CVE-1 ", reason: "has no CVE number" },
      { record: "CVE-2024-3333", reason: "names products that its product tree lacks (1)" },
    ]);
  });

  test.each<[string, unknown, string]>([
    ["a truncated document", JSON.stringify(csaf([])).slice(0, -40), "ends early"],
    ["broken JSON", '{"document": }', "is not valid JSON"],
    ["another document", { vulnerabilities: [] }, "is JSON without a CSAF document"],
    ["another kind", csaf([], { document: { category: "csaf_base" } }), "is a CSAF document of the kind csaf_base"],
    ["no vulnerabilities", csaf([], { vulnerabilities: {} }), "is a CSAF document without vulnerabilities"],
    ["text", "hello", "is neither a CSAF document"],
    ["nothing", " \n", "is empty"],
  ])("refuses %s as a whole", async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });
});

const definition = (
  id: string,
  cve: string,
  criteria: string,
  platform = "Debian GNU/Linux 12",
  kind = "vulnerability",
) =>
  `<definition class="${kind}" id="${id}"><metadata><title>${cve} zip</title><affected family="unix"><platform>${platform}</platform></affected><reference ref_id="${cve}" source="CVE"/></metadata><criteria operator="AND"><criterion test_ref="tst:1"/><criteria>${criteria}</criteria></criteria></definition>`;

function oval(definitions: string, tail = "</oval_definitions>") {
  return `<?xml version="1.0"?>\n<oval_definitions xmlns="http://oval.mitre.org/XMLSchema/oval-definitions-5" xmlns:linux-def="x">
  <definitions>${definitions}</definitions>
  <tests><ind:family_test id="tst:1"><ind:object object_ref="obj:1"/></ind:family_test>
  <linux-def:dpkginfo_test id="tst:2"><linux-def:object object_ref="obj:2"/><linux-def:state state_ref="ste:2"/></linux-def:dpkginfo_test>
  <linux-def:dpkginfo_test id="tst:3"><linux-def:object object_ref="obj:3"/></linux-def:dpkginfo_test>
  <linux-def:dpkginfo_test id="tst:4"><linux-def:object object_ref="obj:3"/><linux-def:state state_ref="ste:4"/></linux-def:dpkginfo_test></tests>
  <objects><linux-def:dpkginfo_object id="obj:2"><linux-def:name>zip</linux-def:name></linux-def:dpkginfo_object>
  <linux-def:dpkginfo_object id="obj:3"><linux-def:name var_ref="var:3" var_check="at least one"/></linux-def:dpkginfo_object></objects>
  <states><linux-def:dpkginfo_state id="ste:2"><linux-def:evr datatype="debian_evr_string" operation="less than">0:3.0-13+deb12u1</linux-def:evr></linux-def:dpkginfo_state>
  <linux-def:dpkginfo_state id="ste:4"><linux-def:arch operation="equals">amd64</linux-def:arch></linux-def:dpkginfo_state></states>
  <variables><constant_variable id="var:3" datatype="string"><value>unzip</value><value>unzip-doc</value></constant_variable></variables>
${tail}\n`;
}

describe("readVendorFeed: OVAL", () => {
  const fixed = definition("def:1", "CVE-2024-1111", '<criterion test_ref="tst:2"/><criterion test_ref="tst:4"/>');

  test.each([7, 64, 100_000])(
    "reads packages below a version and in every version, in pieces of %i bytes",
    async (size) => {
      const open = definition(
        "def:2",
        "CVE-2024-2222",
        '<criterion test_ref="tst:3"/><criterion negate="true" test_ref="tst:2"/>',
        "Ubuntu 22.04 LTS",
      );
      const other = definition(
        "def:3",
        "CVE-2024-3333",
        '<criterion test_ref="tst:2"/>',
        "Debian GNU/Linux 12",
        "inventory",
      );
      const { statements, refused } = await read(oval(fixed + open + other), size);
      expect(refused).toEqual([]);
      const jammy = {
        cve: "CVE-2024-2222",
        distribution: "ubuntu",
        release: "22.04",
        status: "affected",
        fixedVersion: null,
      };
      expect(statements).toEqual([
        {
          cve: "CVE-2024-1111",
          distribution: "debian",
          release: "12",
          package: "zip",
          status: "fixed",
          fixedVersion: "0:3.0-13+deb12u1",
        },
        { ...jammy, package: "unzip" },
        { ...jammy, package: "unzip-doc" },
      ]);
    },
  );

  test("leaves out broken definitions only", async () => {
    const broken = [
      definition("def:2", "CVE-2024-2222", '<criterion test_ref="tst:2"/>').replace("<title>", "<titel>"),
      definition("def:3", "no number", '<criterion test_ref="tst:2"/>'),
      definition("def:4", "CVE-2024-4444", '<criterion test_ref="tst:2"/>', "Haiku"),
    ];
    const { statements, refused } = await read(oval(broken.join("") + fixed));
    expect(statements.map(({ cve }) => cve)).toEqual(["CVE-2024-1111"]);
    expect(refused.map(({ record }) => record)).toEqual(["def:2", "def:3", "def:4"]);
    expect(refused[0]!.reason).toContain("closes <title> where <titel> is open");
  });

  test.each<[string, string, string]>([
    ["a file without its end", oval(fixed, ""), "ends early"],
    ["a file cut in a definition", oval(fixed).slice(0, 400), "ends early"],
    ["other XML", "<nmaprun></nmaprun>", "is no OVAL file"],
    ["long other XML", `<a>${"b".repeat(70_000)}</a>`, "is no OVAL file"],
    [
      "a definition without an end",
      `${oval(fixed).slice(0, 400)}${" ".repeat(9_000_000)}`,
      "holds an element of more than",
    ],
  ])("refuses %s as a whole", async (_, file, message) => {
    await expect(read(file, 65_536)).rejects.toThrow(message);
  });
});

test("a wrong file is refused by a fault of its own kind", async () => {
  await expect(read("{")).rejects.toBeInstanceOf(VendorFeedFault);
});

test("judgePackage compares deb versions as dpkg does", () => {
  const statement: VendorStatement = {
    ...{ cve: "CVE-2024-1111", distribution: "debian", release: "12", package: "zip" },
    ...{ status: "fixed", fixedVersion: "0:3.0-13+deb12u2" },
  };
  expect(judgePackage(statement, { version: "3.0-13+deb12u1", kind: "deb" })).toBe("affected");
  expect(judgePackage(statement, { version: "3.0-13+deb12u10", kind: "deb" })).toBe("fixed");
});

describe("judgeStatements", () => {
  const said = (
    status: VendorStatement["status"],
    release: string,
    fixedVersion: string | null = null,
  ): VendorStatement => ({
    ...{ cve: "CVE-2024-1111", distribution: "rhel", release, package: "zip" },
    ...{ status, fixedVersion },
  });
  const judge = (statements: VendorStatement[], version: string, release = "9.4") =>
    judgeStatements(statements, { version, kind: "rpm" }, { distribution: "rhel", release });

  test("orders versions as the package manager does", () => {
    expect(judge([said("fixed", "9", "1:3.0.7-27.el9")], "1:3.0.7-9.el9")).toBe("affected");
    expect(judge([said("fixed", "9", "1:3.0.7-27.el9")], "1:3.0.7-27.el9")).toBe("fixed");
    expect(judge([said("fixed", "9", "1:3.0.7-27.el9")], "3.0.8-1.el9")).toBe("affected");
    expect(judge([said("fixed", "9", "0:1 2")], "3.0")).toBeNull();
    expect(judge([said("affected", "9")], "3.0")).toBe("affected");
    expect(judge([said("not_affected", "9")], "3.0")).toBe("not_affected");
  });

  test("hears the closest release, and no other distribution or release", () => {
    const both = [said("affected", "9"), said("fixed", "9.2", "3.0-1")];
    expect(judge(both, "3.0-1", "9.2")).toBe("fixed");
    expect(judge(both, "3.0-1", "9.4")).toBe("affected");
    expect(judge(both, "3.0-1", "8.9")).toBeNull();
    expect(judge([{ ...said("affected", "9"), distribution: "rocky" }], "3.0-1")).toBeNull();
    expect(judge([said("fixed", "9", "3.0-2"), said("fixed", "9", "3.0-5")], "3.0-3")).toBe("fixed");
  });

  test.each([
    ["Red Hat Enterprise Linux 9.4 (Plow)", "9.4", "rhel", "9.4"],
    ["Debian GNU/Linux 12 (bookworm)", "12", "debian", "12"],
    ["Ubuntu 22.04.3 LTS", null, "ubuntu", "22.04.3"],
    ["SUSE Linux Enterprise Server 15 SP5", "15", "sles", "15.5"],
    ["openSUSE Leap 15.5", "15.5", "opensuse-leap", "15.5"],
  ])("knows the distribution of %s", (name, version, distribution, release) => {
    expect(distributionOfHost({ name, version })).toEqual({ distribution, release });
  });

  test("knows systems that no feed speaks of", () => {
    expect(distributionOfHost({ name: "Arch Linux", version: "rolling" })).toBeNull();
    expect(distributionOfHost({ name: "Debian GNU/Linux", version: "sid" })).toBeNull();
    expect(distributionOfHost({ name: null, version: null })).toBeNull();
    expect(speaksOf({ distribution: "sles", release: "15" }, { distribution: "sles", release: "15.5" })).toBe(false);
    expect(speaksOf({ distribution: "ubuntu", release: "22.04" }, { distribution: "ubuntu", release: "22.04.3" })).toBe(
      true,
    );
  });
});
