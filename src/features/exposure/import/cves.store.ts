import type { CveRecord } from "../../../platform/nvd/index.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Products that a CVE names, by key. */
export interface NamedProducts {
  /** Of its vulnerable criteria. */
  vulnerable: readonly string[];
  /** Vulnerable programs, each with a program that must be on the same server. */
  companions: readonly (readonly [key: string, companion: string])[];
}

export interface UpsertedCves {
  added: number;
  changed: number;
}

/**
 * Inserts or updates CVEs as part of the change with this number; ignores a record that is older than the stored one, and
 * one that differs in nothing.
 */
async function upsertCves(
  tx: Sql,
  records: readonly (CveRecord & NamedProducts)[],
  change: number,
): Promise<UpsertedCves> {
  const newest = new Map<string, CveRecord & NamedProducts>();
  for (const record of records) {
    const other = newest.get(record.cve);
    if (!other || other.lastModified <= record.lastModified) newest.set(record.cve, record);
  }
  // In one order, so that two imports do not wait for each other's rows.
  const rows = [...newest.values()].sort((a, b) => (a.cve < b.cve ? -1 : 1));
  const written = await tx.query<{ cve: string; isNew: boolean }>(
    `insert into cve_records as r (cve, rejected, published, last_modified, summary, severity, cvss_version, cvss_score,
       cvss_vector, links, weaknesses, configurations, change)
     select cve, rejected, published, "lastModified", summary, severity, cvss ->> 'version', (cvss ->> 'score')::real,
            cvss ->> 'vector', "references", weaknesses, configurations, $2
     from json_to_recordset($1::json) as given (cve text, rejected boolean, published timestamptz,
       "lastModified" timestamptz, summary text, severity text, cvss json, "references" text[], weaknesses text[],
       configurations json)
     on conflict (cve) do update set
       rejected = excluded.rejected, published = excluded.published, last_modified = excluded.last_modified,
       summary = excluded.summary, severity = excluded.severity, cvss_version = excluded.cvss_version,
       cvss_score = excluded.cvss_score, cvss_vector = excluded.cvss_vector, links = excluded.links,
       weaknesses = excluded.weaknesses, configurations = excluded.configurations, change = excluded.change
     where r.last_modified <= excluded.last_modified
       and (r.rejected, r.published, r.last_modified, r.summary, r.severity, r.cvss_version, r.cvss_score, r.cvss_vector,
            r.links, r.weaknesses, r.configurations::text) is distinct from
           (excluded.rejected, excluded.published, excluded.last_modified, excluded.summary, excluded.severity,
            excluded.cvss_version, excluded.cvss_score, excluded.cvss_vector, excluded.links, excluded.weaknesses,
            excluded.configurations::text)
     returning r.cve, r.xmax = 0 as "isNew"`,
    [JSON.stringify(rows), change],
  );
  const isWritten = new Set(written.map(({ cve }) => cve));
  await putProducts(
    tx,
    rows.filter(({ cve }) => isWritten.has(cve)),
  );
  const added = written.filter(({ isNew }) => isNew).length;
  return { added, changed: written.length - added };
}

async function putProducts(tx: Sql, rows: readonly (CveRecord & NamedProducts)[]): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.flatMap(({ cve, vulnerable, companions }) => [
    ...vulnerable.map((key) => ({ cve, key, vulnerable: true })),
    ...[...new Set(companions.map(([, other]) => other))]
      .filter((key) => !vulnerable.includes(key))
      .map((key) => ({ cve, key, vulnerable: false })),
  ]);
  await tx.query("delete from cve_products where cve = any($1::text[])", [rows.map(({ cve }) => cve)]);
  await tx.query(
    `insert into cve_products (product_key, cve, vulnerable) select * from unnest($1::text[], $2::text[], $3::boolean[])`,
    [named.map(({ key }) => key), named.map(({ cve }) => cve), named.map(({ vulnerable }) => vulnerable)],
  );
  const pairs = rows.flatMap(({ companions }) => companions);
  if (pairs.length === 0) return;
  await tx.query(
    `insert into cve_companions (product_key, companion) select distinct * from unnest($1::text[], $2::text[])
     on conflict do nothing`,
    [pairs.map(([key]) => key), pairs.map(([, other]) => other)],
  );
}

/** Has every tenant match these CVEs again, as part of the change with this number. */
async function touchCves(tx: Sql, cves: readonly string[], change: number): Promise<void> {
  await tx.query("update cve_records set change = $2 where cve = any($1::text[])", [cves, change]);
}

export const cvesStore = { upsertCves, touchCves };
