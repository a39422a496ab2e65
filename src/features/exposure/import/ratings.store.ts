import type { Sql } from "../../../platform/postgres/postgres.ts";

/** An entry of the catalogue of known exploited vulnerabilities. `added` and `due` are days, `YYYY-MM-DD`. */
export interface KevEntry {
  cve: string;
  added: string | null;
  due: string | null;
  name: string;
  action: string;
  ransomware: boolean;
}

/** A score of exploit prediction: the probability of exploitation in the next 30 days, and its rank, 0 to 1. */
export interface EpssScore {
  cve: string;
  score: number;
  percentile: number;
}

/** Replaces the catalogue; returns the CVEs that are new in it and those that left it. */
async function replaceKev(tx: Sql, entries: readonly KevEntry[]): Promise<{ added: string[]; removed: string[] }> {
  const before = new Set((await tx.query<{ cve: string }>("select cve from kev_entries")).map(({ cve }) => cve));
  await tx.query("delete from kev_entries");
  await tx.query(
    `insert into kev_entries (cve, added, due, name, action, ransomware)
     select * from json_to_recordset($1::json)
       as given (cve text, added date, due date, name text, action text, ransomware boolean)`,
    [JSON.stringify(entries)],
  );
  const now = new Set(entries.map(({ cve }) => cve));
  return {
    added: [...now].filter((cve) => !before.has(cve)),
    removed: [...before].filter((cve) => !now.has(cve)),
  };
}

async function clearEpss(tx: Sql): Promise<void> {
  await tx.query("delete from epss_scores");
}

async function insertEpss(tx: Sql, scores: readonly EpssScore[]): Promise<void> {
  await tx.query(
    `insert into epss_scores (cve, score, percentile) select * from unnest($1::text[], $2::real[], $3::real[])
     on conflict (cve) do update set score = excluded.score, percentile = excluded.percentile`,
    [scores.map(({ cve }) => cve), scores.map(({ score }) => score), scores.map(({ percentile }) => percentile)],
  );
}

async function setAsOf(tx: Sql, kind: "kev" | "epss", asOf: Date): Promise<void> {
  await tx.query(`update cve_feed set ${kind}_as_of = $1`, [asOf]);
}

export const ratingsStore = { replaceKev, clearEpss, insertEpss, setAsOf };
