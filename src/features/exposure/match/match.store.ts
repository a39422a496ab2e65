import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import type { CveConfiguration } from "../../../platform/nvd/index.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Profile } from "../state/profile.model.ts";
import type { VendorStatement } from "../vendor-feeds/index.ts";

/** A CVE as it is matched. */
export interface CveRow {
  cve: string;
  configurations: CveConfiguration[];
  change: number;
}

export interface Finding {
  profileId: string;
  cve: string;
  status: "affected" | "possible" | "fixed";
  reason: string;
  criterion: string | null;
}

const PROFILE = `p.id, p.product_key as "productKey", p.cpe_name as "cpeName", p.version, p.kind, p.package,
  p.os_name as "osName", p.os_version as "osVersion", p.arch, p.others`;

/** The next profiles that were never matched, in the order of products; one that failed before comes alone, behind them. */
async function unmatchedProfiles(tx: Sql, tenantId: string, limit: number): Promise<(Profile & { tries: number })[]> {
  const next = (condition: string, most: number) =>
    tx.query<Profile & { tries: number }>(
      `select ${PROFILE}, p.tries from exposure_profiles p
       where tenant_id = $1 and not is_matched and ${condition} order by tenant_id, product_key, id limit $2`,
      [tenantId, most],
    );
  const fresh = await next("tries = 0", limit);
  return fresh.length > 0 ? fresh : next("tries > 0 and not_before <= now()", 1);
}

/** Matched profiles of these products. */
function profilesOfProducts(tx: Sql, tenantId: string, keys: readonly string[]): Promise<Profile[]> {
  return tx.query(
    `select ${PROFILE} from exposure_profiles p
     where product_key = any($2::text[]) and tenant_id = $1 and is_matched order by id`,
    [tenantId, keys],
  );
}

/** CVEs in which one of the products is vulnerable, by product, behind `after` in the order of products and ids. */
function cvesOfProducts(
  tx: Sql,
  keys: readonly string[],
  after: { key: string; cve: string } | undefined,
  limit: number,
): Promise<(CveRow & { key: string })[]> {
  return tx.query(
    `select named.product_key as key, r.cve, r.configurations, r.change from
       (select product_key, cve from cve_products
        where product_key = any($1::text[]) and vulnerable and (product_key, cve) > ($2, $3)
        order by product_key, cve limit $4) as named
     join cve_records r using (cve) order by named.product_key, r.cve`,
    [[...keys].sort(), after?.key ?? "", after?.cve ?? "", limit],
  );
}

/** Changed CVEs that concern the tenant: of a product that it has, or found before. */
async function changedCves(
  tx: Sql,
  tenantId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<(CveRow & { keys: string[] })[]> {
  return tx.query(
    `with changed as (select cve from cve_records where change > $2 and change <= $3),
     named as (
       select c.cve, p.product_key from changed c join cve_products p on p.cve = c.cve and p.vulnerable
     ), also as (
       select cve, product_key from named
       union select n.cve, r.successor from named n join exposure_renames r on r.product_key = n.product_key
       union select n.cve, r.product_key from named n join exposure_renames r on r.successor = n.product_key
     ), had as (
       select cve, array_agg(product_key) as keys from also a
       where exists (select from exposure_profiles p where p.product_key = a.product_key and p.tenant_id = $1)
       group by cve
     ), found as (
       select distinct cve from exposure_findings where tenant_id = $1 and cve in (select cve from changed)
     )
     select r.cve, r.configurations, r.change, coalesce(h.keys, '{}') as keys
     from cve_records r left join had h using (cve) left join found f using (cve)
     where r.change > $2 and r.change <= $3 and (h.cve is not null or f.cve is not null) order by r.cve`,
    [tenantId, after, upTo],
  );
}

/** How far `limit` changed CVEs behind `after` go, and whether more follow: a change is never cut. */
async function nextChanges(tx: Sql, after: number, limit: number): Promise<{ upTo: number; count: number }> {
  const [row] = await tx.query<{ upTo: number | null; count: number }>(
    `select max(change) as "upTo", count(*) as count from
       (select change from cve_records where change > $1 order by change limit $2) as next`,
    [after, limit],
  );
  return { upTo: row?.upTo ?? after, count: row?.count ?? 0 };
}

async function aliasesOf(tx: Sql, keys: readonly string[]): Promise<{ key: string; alias: string }[]> {
  return tx.query(
    `select product_key as key, successor as alias from exposure_renames where product_key = any($1::text[])
     union select successor, product_key from exposure_renames where successor = any($1::text[])`,
    [keys],
  );
}

async function deleteFindingsOfProfiles(tx: Sql, profileIds: readonly string[]): Promise<void> {
  await tx.query("delete from exposure_findings where profile_id = any($1::text[])", [profileIds]);
}

/** Deletes the tenant's findings of these CVEs, except those that are found again. */
async function deleteOtherFindings(
  tx: Sql,
  tenantId: string,
  cves: readonly string[],
  kept: readonly Finding[],
): Promise<void> {
  await tx.query(
    `delete from exposure_findings f where tenant_id = $1 and cve = any($2::text[])
       and exists (select from exposure_profiles p where p.id = f.profile_id and p.is_matched)
       and not exists (select from unnest($3::text[], $4::text[]) as k (profile_id, cve)
                       where k.profile_id = f.profile_id and k.cve = f.cve)`,
    [tenantId, cves, kept.map(({ profileId }) => profileId), kept.map(({ cve }) => cve)],
  );
}

async function putFindings(tx: Sql, tenantId: string, findings: readonly Finding[], at: Date): Promise<void> {
  if (findings.length === 0) return;
  const column = <T>(of: (finding: Finding) => T): T[] => findings.map(of);
  await tx.query(
    `insert into exposure_findings as f (tenant_id, profile_id, cve, status, reason, criterion, found_at)
     select $1, *, $7::timestamptz from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict (profile_id, cve) do update set status = excluded.status, reason = excluded.reason,
       criterion = excluded.criterion, found_at = case when f.status = excluded.status then f.found_at else excluded.found_at end
     where (f.status, f.reason, f.criterion) is distinct from (excluded.status, excluded.reason, excluded.criterion)`,
    [
      tenantId,
      column(({ profileId }) => profileId),
      column(({ cve }) => cve),
      column(({ status }) => status),
      column(({ reason }) => reason),
      column(({ criterion }) => criterion),
      at,
    ],
  );
}

async function setMatched(tx: Sql, profileIds: readonly string[]): Promise<void> {
  await tx.query("update exposure_profiles set is_matched = true, tries = 0 where id = any($1::text[])", [profileIds]);
}

async function postponeProfiles(tx: Sql, profileIds: readonly string[]): Promise<void> {
  await tx.query(
    `update exposure_profiles set tries = tries + 1,
       not_before = now() + make_interval(secs => ${RETRY_SECONDS_SQL("tries + 1")})
     where id = any($1::text[])`,
    [profileIds],
  );
}

/** Has all profiles of a tenant, or of these products of every tenant, matched anew. */
async function unmatchTenant(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("update exposure_profiles set is_matched = false where tenant_id = $1 and is_matched", [tenantId]);
}

async function unmatchProducts(tx: Sql, keys: readonly string[]): Promise<void> {
  await tx.query("update exposure_profiles set is_matched = false where product_key = any($1::text[]) and is_matched", [
    keys,
  ]);
}

/** Makers' statements about these packages and CVEs. */
async function statements(tx: Sql, asked: readonly { package: string; cve: string }[]): Promise<VendorStatement[]> {
  if (asked.length === 0) return [];
  return tx.query(
    `select distinct s.distribution, s.release, s.package, s.cve, s.status, nullif(s.fixed_version, '') as "fixedVersion"
     from unnest($1::text[], $2::text[]) as a (package, cve)
     join vendor_statements s on s.cve = a.cve and s.package = a.package`,
    [asked.map((one) => one.package), asked.map(({ cve }) => cve)],
  );
}

/** What matching reads and writes. */
export const matchStore = {
  unmatchedProfiles,
  profilesOfProducts,
  cvesOfProducts,
  changedCves,
  nextChanges,
  aliasesOf,
  deleteFindingsOfProfiles,
  deleteOtherFindings,
  putFindings,
  setMatched,
  postponeProfiles,
  unmatchTenant,
  unmatchProducts,
  statements,
};
