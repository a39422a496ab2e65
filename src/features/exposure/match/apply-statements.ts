import { parseCpeName } from "../../../model/cpe-name.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Profile } from "../state/profile.model.ts";
import { type Distribution, distributionOfHost, judgeStatements, type VendorStatement } from "../vendor-feeds/index.ts";
import { type Finding, matchStore } from "./match.store.ts";

/** A package of a distribution whose maker may speak of it. */
interface Package {
  /** Its name, then the product of its CPE name: a feed may name the source instead of the built package. */
  names: string[];
  version: string;
  kind: "deb" | "rpm";
  host: Distribution;
}

/**
 * Corrects findings by what makers of distributions say of their packages, release and version: a flaw is there, is fixed, or
 * never was. Where none speaks of a package and CVE, the finding stays as it is.
 */
export async function applyStatements(
  tx: Sql,
  profiles: readonly Profile[],
  findings: readonly Finding[],
): Promise<Finding[]> {
  const packages = new Map(
    profiles.flatMap((profile) => {
      const found = packageOf(profile);
      return found ? [[profile.id, found] as const] : [];
    }),
  );
  if (packages.size === 0) return [...findings];
  const asked = findings.flatMap(({ profileId, cve }) =>
    (packages.get(profileId)?.names ?? []).map((name) => ({ package: name, cve })),
  );
  const statements = await matchStore.statements(tx, asked);
  if (statements.length === 0) return [...findings];
  const byKey = Map.groupBy(statements, ({ package: name, cve }) => `${name} ${cve}`);
  return findings.flatMap((finding) => corrected(finding, packages.get(finding.profileId), byKey));
}

function corrected(
  finding: Finding,
  found: Package | undefined,
  byKey: ReadonlyMap<string, VendorStatement[]>,
): Finding[] {
  if (!found) return [finding];
  for (const name of found.names) {
    const status = judgeStatements(byKey.get(`${name} ${finding.cve}`) ?? [], found, found.host);
    if (status === "not_affected") return [];
    if (status === null) continue;
    const said = status === "fixed" ? "has the fix in this version" : "is affected in this version";
    const reason = `${found.host.distribution} ${found.host.release} says that its package ${name} ${said}.`;
    return [{ ...finding, status, reason }];
  }
  return [finding];
}

function packageOf({ package: name, kind, version, cpeName, osName, osVersion }: Profile): Package | undefined {
  if (name === null || version === null || (kind !== "deb" && kind !== "rpm")) return undefined;
  const host = distributionOfHost({ name: osName, version: osVersion });
  const product = parseCpeName(cpeName)?.product;
  return host ? { names: [...new Set([name, ...(product ? [product] : [])])], version, kind, host } : undefined;
}
