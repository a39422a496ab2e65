import { compareVersions } from "../matching/index.ts";
import { type Distribution, speaksOf } from "./distributions.ts";
import type { VendorStatement } from "./statement.ts";

export type PackageStatus = VendorStatement["status"];

/** A version installed from a distribution's package. */
export interface InstalledPackage {
  version: string;
  kind: "deb" | "rpm";
}

/**
 * What a statement means for an installed version, by the order of dpkg or rpm; it must speak of the package's own distribution and
 * release (`speaksOf`). Null where the versions cannot be compared.
 */
export function judgePackage(statement: VendorStatement, { version, kind }: InstalledPackage): PackageStatus | null {
  if (statement.status !== "fixed") return statement.status;
  const order = compareVersions(version, statement.fixedVersion ?? "", kind === "deb" ? "debian" : "rpm");
  if (order === null) return null;
  return order < 0 ? "affected" : "fixed";
}

/**
 * What a distribution says of one package and one CVE on a server. Statements on other distributions and releases do not count; those on
 * the closest release do (9.2 before 9). One that says fixed decides: later fixes of the same package carry the earlier ones. Null if
 * none speaks of it.
 */
export function judgeStatements(
  statements: readonly VendorStatement[],
  installed: InstalledPackage,
  host: Distribution,
): PackageStatus | null {
  const speaking = statements.filter((statement) => speaksOf(statement, host));
  const closest = Math.max(...speaking.map(({ release }) => release.length));
  const judged = speaking
    .filter(({ release }) => release.length === closest)
    .map((statement) => judgePackage(statement, installed));
  return (["fixed", "affected", "not_affected"] as const).find((status) => judged.includes(status)) ?? null;
}
