import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Profile } from "../state/profile.model.ts";
import { applyStatements } from "./apply-statements.ts";
import type { Judge } from "./judge-profiles.ts";
import { type Finding, matchStore } from "./match.store.ts";

export interface MatchDeps {
  judge: Judge;
  now: () => Date;
}

const CVES_AT_ONCE = 500;

/** Matches profiles with every CVE of their products, and replaces their findings. */
export async function matchProfiles(
  deps: MatchDeps,
  tx: Sql,
  tenantId: string,
  profiles: readonly Profile[],
): Promise<void> {
  const ids = profiles.map(({ id }) => id);
  await matchStore.deleteFindingsOfProfiles(tx, ids);
  const byProduct = Map.groupBy(profiles, ({ productKey }) => productKey);
  const aliases = await aliasMap(tx, [...byProduct.keys()]);
  // A CVE may name the product by another name.
  const named = Map.groupBy(
    [...byProduct].flatMap(([key, of]) => [key, aliases.get(key) ?? key].map((name) => ({ name, of }))),
    ({ name }) => name,
  );
  for (let after: { key: string; cve: string } | undefined; ; ) {
    const rows = await matchStore.cvesOfProducts(tx, [...named.keys()], after, CVES_AT_ONCE);
    const judged = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, cves]) => {
      const of = new Set((named.get(key) ?? []).flatMap((one) => one.of));
      return deps.judge.judge([...of], cves, aliases);
    });
    const findings = await applyStatements(tx, profiles, uniqueFindings(judged));
    await matchStore.putFindings(tx, tenantId, findings, deps.now());
    if (rows.length < CVES_AT_ONCE) break;
    after = rows.at(-1);
  }
  await matchStore.setMatched(tx, ids);
}

/** Each profile and CVE once: a CVE may name a product by both of its names. */
function uniqueFindings(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.profileId} ${finding.cve}`, finding])).values()];
}

/** CVEs at which matching a tenant anew costs less than matching each CVE. */
const MANY_CVES = 5_000;
const CHANGES_AT_ONCE = 300;

export interface MatchedCves {
  /** Every CVE up to this change is matched. */
  upTo: number;
  /** Profiles and CVEs that were found, in pairs. */
  findings: Finding[];
}

/** Matches the next changed CVEs with the tenant's matched profiles; very many at once have all profiles matched anew. */
export async function matchChangedCves(
  deps: MatchDeps,
  tx: Sql,
  tenantId: string,
  after: number,
  newest: number,
): Promise<MatchedCves> {
  const all = await matchStore.nextChanges(tx, after, MANY_CVES + 1);
  if (all.count > MANY_CVES) {
    await matchStore.unmatchTenant(tx, tenantId);
    return { upTo: newest, findings: [] };
  }
  const next = await matchStore.nextChanges(tx, after, CHANGES_AT_ONCE);
  const upTo = next.count < CHANGES_AT_ONCE ? newest : next.upTo;
  const cves = await matchStore.changedCves(tx, tenantId, { after, upTo });
  if (cves.length === 0) return { upTo, findings: [] };
  const keys = [...new Set(cves.flatMap((cve) => cve.keys))];
  const profiles = await matchStore.profilesOfProducts(tx, tenantId, keys);
  const byProduct = Map.groupBy(profiles, ({ productKey }) => productKey);
  const aliases = await aliasMap(tx, keys);
  const judged = cves.flatMap((cve) =>
    cve.keys.flatMap((key) => deps.judge.judge(byProduct.get(key) ?? [], [cve], aliases)),
  );
  const findings = await applyStatements(tx, profiles, uniqueFindings(judged));
  await matchStore.deleteOtherFindings(
    tx,
    tenantId,
    cves.map(({ cve }) => cve),
    findings,
  );
  await matchStore.putFindings(tx, tenantId, findings, deps.now());
  return { upTo, findings };
}

/** Another name of each product, by its key: its successor, else the name that it succeeds. */
async function aliasMap(tx: Sql, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await matchStore.aliasesOf(tx, keys);
  return new Map(rows.map(({ key, alias }) => [key, alias]));
}
