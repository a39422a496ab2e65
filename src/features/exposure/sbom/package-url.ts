import { distributionOfHost } from "../vendor-feeds/index.ts";
import type { BillProgram, BillServer } from "./bill.ts";

/** Types of package URLs by kind of package; other kinds have no package URL. */
const TYPES: Readonly<Record<string, string>> = {
  deb: "deb",
  rpm: "rpm",
  npm: "npm",
  python: "pypi",
  homebrew: "brew",
};
/** Namespaces of distributions as package URLs name them. */
const NAMESPACES: Readonly<Record<string, string>> = {
  rhel: "redhat",
  sles: "suse",
  "opensuse-leap": "opensuse",
  ol: "oracle",
};

/**
 * The package URL of a program; undefined where its kind has none, or where a part of it is not known: packages of a distribution need
 * the server's, and Maven's need a group.
 */
export function packageUrlOf({ name, version, kind }: BillProgram, os: BillServer["os"]): string | undefined {
  const type = TYPES[kind ?? ""];
  if (type === undefined || version === null || version === "" || name === "") return undefined;
  if (type === "deb" || type === "rpm") return distributedUrl(type, name, version, os);
  const path = type === "pypi" ? name.toLowerCase().replaceAll("_", "-") : name.toLowerCase();
  return `pkg:${type}/${path.split("/").map(encoded).join("/")}@${encoded(version)}`;
}

function distributedUrl(type: string, name: string, version: string, os: BillServer["os"]): string | undefined {
  const distribution = distributionOfHost(os);
  if (distribution === null) return undefined;
  const { distribution: id, release } = distribution;
  const [, epoch, rest = version] = /^(\d+):(.*)$/s.exec(version) ?? [];
  const isApart = type === "rpm" && epoch !== undefined;
  const qualifiers = [`distro=${encoded(`${id}-${release}`)}`, ...(isApart ? [`epoch=${epoch}`] : [])];
  const namespace = NAMESPACES[id] ?? id;
  return `pkg:${type}/${namespace}/${encoded(name)}@${encoded(isApart ? rest : version)}?${qualifiers.join("&")}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%3A", ":");
}
