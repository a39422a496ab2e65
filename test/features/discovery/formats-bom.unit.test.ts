import { describe, expect, test } from "vitest";
import { readSubmission } from "../../../src/features/discovery/formats/index.ts";
import { bytes, onlyHost, RECEIVED, readJson, refusal } from "./formats.support.ts";

const cyclonedx = (more: Record<string, unknown> = {}) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  metadata: { component: { type: "device", name: "web1" } },
  ...more,
});
const spdx = (more: Record<string, unknown> = {}) => ({ spdxVersion: "SPDX-2.3", name: "web1", packages: [], ...more });
const programsOf = (value: unknown) => onlyHost(readJson(value)).installed_applications;

describe("readSubmission of CycloneDX", () => {
  test("takes host, system, time and tool", () => {
    const read = readJson(
      cyclonedx({
        metadata: {
          timestamp: "2026-01-31T08:00:00+01:00",
          tools: { components: [{ type: "application", name: "Syft", version: "1.0" }] },
          component: { type: "container", name: "web1" },
        },
        components: [{ type: "operating-system", name: "Debian GNU/Linux", version: "12" }],
      }),
    );
    expect(read).toMatchObject({ format: "cyclonedx-json", sourceClasses: ["agentless"] });
    expect(read.submission).toMatchObject({
      scan_type: "sbom",
      scanner_id: "syft",
      timestamp: "2026-01-31T07:00:00.000Z",
    });
    expect(onlyHost(read)).toEqual({
      hostname: "web1",
      device_type: "container",
      os: { name: "Debian GNU/Linux", version: "12" },
      installed_applications: [],
    });
  });

  test("takes tools of the older form, and the time of receipt where it names none", () => {
    const metadata = {
      tools: [{ vendor: "Acme", name: "cdxgen", version: "9" }],
      component: { name: "web1", type: "device" },
    };
    const { submission } = readJson(cyclonedx({ specVersion: "1.2", metadata }));
    expect(submission).toMatchObject({ scanner_id: "cdxgen", timestamp: RECEIVED.toISOString() });
    expect(readJson(cyclonedx()).submission.scanner_id).toBe("sbom");
  });

  test("takes components as programs, nested ones included", () => {
    const cpe = "cpe:2.3:a:openssl:openssl:3.0.7:*:*:*:*:*:*:*";
    const components = [
      {
        type: "library",
        name: "openssl",
        version: "3.0.7",
        cpe,
        purl: "pkg:rpm/redhat/openssl@3.0.7-27.el9?arch=x86_64&epoch=1",
      },
      {
        type: "library",
        name: "zip",
        version: "3.0-13",
        supplier: { name: "Debian" },
        purl: "pkg:deb/debian/zip@3.0-13",
      },
      { type: "framework", group: "@acme", name: "rocket", version: "1.0.0", purl: "pkg:npm/%40acme/rocket@1.0.0" },
      {
        type: "application",
        name: "app",
        publisher: "Acme",
        components: [{ type: "library", name: "core", purl: "pkg:maven/org.acme/core@2.0" }],
      },
      { type: "library", name: "requests", purl: "pkg:pypi/requests@2.31.0" },
      { type: "library", name: "gin", purl: "pkg:golang/github.com/gin-gonic/gin@v1.9.1" },
      { type: "library", name: "broken", version: "1", purl: "pkg:%zz" },
      { type: "file", name: "/etc/hosts" },
      { type: "library", version: "nameless" },
    ];
    expect(programsOf(cyclonedx({ components }))).toEqual([
      { name: "openssl", version: "1:3.0.7-27.el9", architecture: "x86_64", cpe_name: cpe, platform: "rpm" },
      { name: "zip", version: "3.0-13", vendor: "Debian", platform: "deb" },
      { name: "@acme/rocket", version: "1.0.0", platform: "npm" },
      { name: "app", vendor: "Acme" },
      { name: "core", version: "2.0", platform: "java" },
      { name: "requests", version: "2.31.0", platform: "python" },
      { name: "gin", version: "v1.9.1", platform: "other" },
      { name: "broken", version: "1" },
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a bill without a host", { metadata: {} }, "metadata.component.name"],
    ["another version", { specVersion: "2.0" }, "specVersion"],
    ["components that are no objects", { components: ["zip"] }, "components"],
    [
      "a name of any length",
      { metadata: { component: { name: "w".repeat(5000) } } },
      "data.discovered_hosts.0.hostname",
    ],
  ])("refuses %s", (_, more, field) => {
    const { code, violations } = refusal(() => readJson(cyclonedx(more)));
    expect({ code, field: violations[0]?.field }).toEqual({ code: "VALIDATION_ERROR", field });
  });

  test("refuses components in components without end", () => {
    const deep = JSON.parse(`${'{"name":"a","components":['.repeat(200)}${"]}".repeat(200)}`);
    expect(refusal(() => readJson(cyclonedx({ components: [deep] }))).reason).toContain("nests deeper");
  });
});

describe("readSubmission of SPDX", () => {
  test("takes the one described package as the host, and all others as programs", () => {
    const read = readJson(
      spdx({
        name: "scan of web2",
        creationInfo: { created: "2026-01-31T08:00:00Z", creators: ["Organization: Acme", "Tool: syft-1.2.3"] },
        packages: [
          { SPDXID: "SPDXRef-root", name: "web2", primaryPackagePurpose: "CONTAINER" },
          { SPDXID: "SPDXRef-os", name: "debian", versionInfo: "12", primaryPackagePurpose: "OPERATING-SYSTEM" },
          {
            SPDXID: "SPDXRef-1",
            name: "zip",
            versionInfo: "3.0-13",
            supplier: "Organization: Debian (debian@example.com)",
            externalRefs: [
              {
                referenceCategory: "PACKAGE-MANAGER",
                referenceType: "purl",
                referenceLocator: "pkg:deb/debian/zip@3.0-13?arch=amd64",
              },
              {
                referenceCategory: "SECURITY",
                referenceType: "cpe23Type",
                referenceLocator: "cpe:2.3:a:info-zip:zip:3.0:*:*:*:*:*:*:*",
              },
            ],
          },
          { SPDXID: "SPDXRef-2", name: "lib", versionInfo: "NOASSERTION", supplier: "NOASSERTION" },
        ],
        relationships: [
          { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: "SPDXRef-root" },
          { spdxElementId: "SPDXRef-root", relationshipType: "CONTAINS", relatedSpdxElement: "SPDXRef-1" },
        ],
      }),
    );
    expect(read.format).toBe("spdx-json");
    expect(read.submission).toMatchObject({ scanner_id: "syft", timestamp: "2026-01-31T08:00:00.000Z" });
    expect(onlyHost(read)).toEqual({
      hostname: "web2",
      device_type: "container",
      os: { name: "debian", version: "12" },
      installed_applications: [
        {
          ...{ name: "zip", version: "3.0-13", vendor: "Debian", architecture: "amd64", platform: "deb" },
          cpe_name: "cpe:2.3:a:info-zip:zip:3.0:*:*:*:*:*:*:*",
        },
        { name: "lib" },
      ],
    });
  });

  test("takes the document's name as the host where it describes several packages or none", () => {
    const packages = [
      { SPDXID: "SPDXRef-1", name: "zip" },
      { SPDXID: "SPDXRef-2", name: "unzip" },
    ];
    const host = onlyHost(readJson(spdx({ packages, documentDescribes: ["SPDXRef-1", "SPDXRef-2"] })));
    expect(host).toMatchObject({ hostname: "web1", installed_applications: [{ name: "zip" }, { name: "unzip" }] });
    expect(programsOf(spdx({ packages, documentDescribes: ["SPDXRef-1"] }))).toEqual([{ name: "unzip" }]);
  });

  test("refuses other versions and documents without a name", () => {
    expect(refusal(() => readJson(spdx({ spdxVersion: "SPDX-3.0" }))).violations[0]?.field).toBe("spdxVersion");
    expect(refusal(() => readJson(spdx({ name: " " }))).violations[0]?.field).toBe("name");
  });
});

test.each(["application/vnd.cyclonedx+json; version=1.6", "application/spdx+json", undefined])(
  "%s is read by its root",
  (type) => {
    expect(readSubmission(type, bytes(JSON.stringify(cyclonedx())), RECEIVED).format).toBe("cyclonedx-json");
    expect(readSubmission(type, bytes(JSON.stringify(spdx())), RECEIVED).format).toBe("spdx-json");
  },
);
