import type { InstalledApplication } from "../../../model/host.ts";
import { fullVersionOf, type PackageAddress, parsePackageAddress } from "../../../model/package-address.ts";
import { type DiscoveredHost, type ScanSubmission, TEXT_LIMITS } from "../host.model.ts";
import { instantOf } from "./time.ts";
import { clip, definedFields } from "./values.ts";

const { name: NAME } = TEXT_LIMITS;
const MAX_SCANNER_ID_LENGTH = 255;

/** Kinds of package by the type of a package URL; further types are `other`. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ["deb", "deb"],
  ["rpm", "rpm"],
  ["npm", "npm"],
  ["pypi", "python"],
  ["maven", "java"],
  ["brew", "homebrew"],
  ["vscode-extension", "vscode_extension"],
]);

/** A component of a bill of materials, as either format writes it. */
export interface BomComponent {
  /** Without the group. */
  name: string;
  group?: string | undefined;
  version?: string | undefined;
  vendor?: string | undefined;
  /** Package URL. */
  purl?: string | undefined;
  cpe?: string | undefined;
}

/** A bill of materials read from either format. */
export interface Bom {
  hostname: string;
  os: DiscoveredHost["os"];
  deviceType: string | undefined;
  /** The tool that wrote it, without its version. */
  tool: string | undefined;
  /** As written. */
  createdAt: string | undefined;
  components: readonly BomComponent[];
}

/** Converts a bill of materials to a submission of one host, whose list of programs is the bill's. */
export function bomSubmission(bom: Bom, receivedAt: Date): ScanSubmission {
  const created = bom.createdAt === undefined ? undefined : instantOf(bom.createdAt);
  const host = definedFields<DiscoveredHost>({
    hostname: bom.hostname.slice(0, NAME + 1),
    device_type: bom.deviceType,
    os: bom.os,
    installed_applications: bom.components.map(applicationOf),
  });
  return {
    scan_type: "sbom",
    scanner_id: bom.tool?.trim().slice(0, MAX_SCANNER_ID_LENGTH).toWellFormed().toLowerCase() || "sbom",
    timestamp: new Date(created ?? receivedAt).toISOString(),
    data: { discovered_hosts: [host] },
  };
}

function applicationOf({ name, group, version, vendor, purl, cpe }: BomComponent): InstalledApplication {
  const address = parsePackageAddress(purl);
  return definedFields<InstalledApplication>({
    name: nameOf(name, group, address),
    vendor: textOf(vendor),
    version: textOf((address && fullVersionOf(address)) ?? version),
    architecture: textOf(address?.qualifiers.get("arch")),
    cpe_name: cpe === undefined || cpe.length > NAME ? undefined : cpe,
    platform: address && (PLATFORMS.get(address.type) ?? "other"),
  });
}

/** Packages of npm are known by scope and name, others by name. */
function nameOf(name: string, group: string | undefined, address: PackageAddress | undefined): string {
  const scope = address?.type === "npm" ? address.namespace || group : undefined;
  return clip(scope && !name.startsWith(`${scope}/`) ? `${scope}/${name}` : name, NAME);
}

function textOf(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed ? clip(trimmed, NAME) : undefined;
}
