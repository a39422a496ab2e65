import { invalidField } from "../../../errors.ts";
import type { Bom, BomComponent } from "./bom.ts";
import { definedFields, nested, type Row, rowsOf, text, texts } from "./values.ts";

const VERSIONS = /^SPDX-2\.[23]$/;
/** Purposes of packages that are no programs. */
const NO_PROGRAMS = new Set(["FILE", "ARCHIVE", "SOURCE", "DEVICE", "OPERATING-SYSTEM", "OPERATING_SYSTEM"]);
const NOTHING = new Set(["NOASSERTION", "NONE"]);

/**
 * Reads an SPDX document, JSON of the versions 2.2 and 2.3. The one package that the document describes is the host, or else the
 * document's own name is; a package for an operating system is its system, and all further packages are its programs.
 *
 * @throws AppError VALIDATION_ERROR for another version, a document that names no host, and packages that are no objects
 */
export function spdxBom(value: Row): Bom {
  if (!VERSIONS.test(text(value, "spdxVersion") ?? ""))
    throw invalidField("spdxVersion", "must be SPDX-2.2 or SPDX-2.3");
  const packages = rowsOf(value, "packages", "packages") ?? [];
  const described = describedBy(value);
  const roots = packages.filter((row) => described.has(text(row, "SPDXID") ?? ""));
  const root = roots.length === 1 ? roots[0] : undefined;
  const hostname = (root && text(root, "name")) ?? text(value, "name");
  if (hostname === undefined)
    throw invalidField("name", "is required: it names the host, unless the document describes one package");
  const others = packages.filter((row) => row !== root);
  const system = others.find((row) => /^OPERATING[-_]SYSTEM$/.test(text(row, "primaryPackagePurpose") ?? ""));
  const creation = nested(value, "creationInfo");
  return {
    hostname,
    os: system && definedFields({ name: text(system, "name"), version: text(system, "versionInfo") }),
    deviceType: root && text(root, "primaryPackagePurpose") === "CONTAINER" ? "container" : undefined,
    tool: toolOf(creation),
    createdAt: text(creation, "created"),
    components: others.flatMap(programOf),
  };
}

function describedBy(value: Row): Set<string> {
  const relationships = rowsOf(value, "relationships", "relationships") ?? [];
  const related = relationships
    .filter((row) => text(row, "relationshipType") === "DESCRIBES" && text(row, "spdxElementId") === "SPDXRef-DOCUMENT")
    .map((row) => text(row, "relatedSpdxElement") ?? "");
  return new Set([...texts(value, "documentDescribes"), ...related]);
}

function programOf(row: Row): BomComponent[] {
  const name = text(row, "name");
  if (name === undefined || NO_PROGRAMS.has(text(row, "primaryPackagePurpose") ?? "")) return [];
  const references = rowsOf(row, "externalRefs", "packages.externalRefs") ?? [];
  const locatorOf = (type: RegExp) => {
    const reference = references.find((each) => type.test(text(each, "referenceType") ?? ""));
    return reference && text(reference, "referenceLocator");
  };
  return [
    {
      name,
      version: assertedText(row, "versionInfo"),
      vendor: makerOf(assertedText(row, "supplier") ?? assertedText(row, "originator")),
      purl: locatorOf(/(?:^|\/)purl$/),
      cpe: locatorOf(/(?:^|\/)cpe23Type$/) ?? locatorOf(/(?:^|\/)cpe22Type$/),
    },
  ];
}

function assertedText(row: Row, field: string): string | undefined {
  const value = text(row, field);
  return value === undefined || NOTHING.has(value) ? undefined : value;
}

/** `Organization: Example Ltd. (info@example.com)` is Example Ltd. */
function makerOf(supplier: string | undefined): string | undefined {
  return supplier?.replace(/^(?:Organization|Person|Tool):\s*/, "").replace(/\s*\([^()]*\)$/, "");
}

/** `Tool: example-1.2.3` without its version. */
function toolOf(creation: Row): string | undefined {
  const creator = texts(creation, "creators").find((each) => each.startsWith("Tool:"));
  return creator?.replace(/^Tool:\s*/, "").replace(/-v?\d[\w.+-]*$/, "");
}
