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
  const aliases = await aliasesOf(tx, [...byProduct.keys()]);
  const products = new Map<string, string[]>();
  for (const key of byProduct.keys()) {
    for (const name of [key, ...aliases(key)]) products.set(name, [...(products.get(name) ?? []), key]);
  }
  for (let after: { key: string; cve: string } | undefined; ; ) {
    const rows = await matchStore.cvesOfProducts(tx, [...products.keys()], after, CVES_AT_ONCE);
    const judged = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([name, cves]) =>
      (products.get(name) ?? []).flatMap((key) =>
        deps.judge.judge(byProduct.get(key) ?? [], cves, new Map(name === key ? [] : [[key, name]])),
      ),
    );
    const findings = await applyStatements(tx, profiles, uniqueFindings(judged));
    await matchStore.putFindings(tx, tenantId, findings, deps.now());
    if (rows.length < CVES_AT_ONCE) break;
    after = rows.at(-1);
  }
  await matchStore.setMatched(tx, ids);
}

/** Each profile and CVE once, the worse finding: a CVE may name a product by several of its names. */
function uniqueFindings(findings: readonly Finding[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.profileId} ${finding.cve}`;
    if (found.get(key)?.status !== "affected") found.set(key, finding);
  }
  return [...found.values()];
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
  const aliases = await aliasesOf(tx, keys);
  const judged = cves.flatMap((cve) =>
    cve.keys.flatMap((key) =>
      [undefined, ...aliases(key)].flatMap((name) =>
        deps.judge.judge(byProduct.get(key) ?? [], [cve], new Map(name === undefined ? [] : [[key, name]])),
      ),
    ),
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

/** Other names of each product: its successor, and those that it succeeds. */
async function aliasesOf(tx: Sql, keys: readonly string[]): Promise<(key: string) => string[]> {
  const rows = Map.groupBy(await matchStore.aliasesOf(tx, keys), ({ key }) => key);
  return (key) => (rows.get(key) ?? []).map(({ alias }) => alias);
}
