import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { VendorStatement } from "../vendor-feeds/index.ts";

/** Removes what a file said; returns the CVEs that it spoke of. */
async function removeOfSource(tx: Sql, source: string): Promise<string[]> {
  const rows = await tx.query<{ cve: string }>(
    `with gone as (delete from vendor_statements where source = $1 returning cve) select distinct cve from gone`,
    [source],
  );
  return rows.map(({ cve }) => cve);
}

/** Stores statements of a file; they take the place of what other files said of the same packages and CVEs. */
async function put(tx: Sql, source: string, statements: readonly VendorStatement[]): Promise<void> {
  const column = (of: (statement: VendorStatement) => string) => statements.map(of);
  const values = [
    source,
    column(({ cve }) => cve),
    column((statement) => statement.package),
    column(({ distribution }) => distribution),
    column(({ release }) => release),
    column(({ status }) => status),
    column(({ fixedVersion }) => fixedVersion ?? ""),
  ];
  await tx.query(
    `delete from vendor_statements s using (select distinct * from unnest($2::text[], $3::text[], $4::text[], $5::text[])) as g
       (cve, package, distribution, release)
     where (s.cve, s.package, s.distribution, s.release) = (g.cve, g.package, g.distribution, g.release) and s.source <> $1`,
    values.slice(0, 5),
  );
  await tx.query(
    `insert into vendor_statements (source, cve, package, distribution, release, status, fixed_version)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     on conflict do nothing`,
    values,
  );
}

/** Makers' statements on packages. */
export const statementsStore = { removeOfSource, put };
