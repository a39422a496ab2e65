import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Profile } from "../state/profile.model.ts";
import type { Judge } from "./judge-profiles.ts";
import { type Finding, matchStore } from "./match.store.ts";

export interface MatchDeps {
  judge: Judge;
  /** Corrects findings by what makers of distributions say of their packages. */
  applyStatements: (tx: Sql, profiles: readonly Profile[], findings: readonly Finding[]) => Promise<Finding[]>;
  now: () => Date;
}

const CVES_AT_ONCE = 300;

/** Matches profiles with every CVE of their products, and replaces their findings. */
export async function matchProfiles(
  deps: MatchDeps,
  tx: Sql,
  tenantId: string,
  profiles: readonly Profile[],
): Promise<void> {
  await matchStore.deleteFindingsOfProfiles(
    tx,
    profiles.map(({ id }) => id),
  );
  for (const [key, ofProduct] of Map.groupBy(profiles, ({ productKey }) => productKey)) {
    const aliases = await aliasMap(tx, [key]);
    const keys = [key, ...aliases.values()];
    for (let after = ""; ; ) {
      const cves = await matchStore.cvesOfProducts(tx, keys, after, CVES_AT_ONCE);
      const judged = deps.judge.judge(ofProduct, cves, aliases);
      await matchStore.putFindings(tx, tenantId, await deps.applyStatements(tx, ofProduct, judged), deps.now());
      if (cves.length < CVES_AT_ONCE) break;
      after = cves.at(-1)?.cve ?? "";
    }
  }
  await matchStore.setMatched(
    tx,
    profiles.map(({ id }) => id),
  );
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
  const findings = await deps.applyStatements(tx, profiles, judged);
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
