import type { Sql } from "../../../platform/postgres/postgres.ts";

export const DECISIONS = ["accepted", "false_positive", "mitigated"] as const;

/** A person's decision on a CVE. */
export interface Decision {
  cve: string;
  /** A server, for all its programs, or a software instance; null: for all. */
  ciId: string | null;
  decision: (typeof DECISIONS)[number];
  reason: string;
  /** Exclusive; null: without end. */
  until: Date | null;
  decidedAt: Date;
  decidedBy: string;
}

/** SQL on `d`, a decision: whether it concerns an installation, a row with `ci_id` and `server_id`, and holds at a time. */
export const decisionSql = {
  concerns: (row: string) => `d.ci_id in ('', ${row}.ci_id, coalesce(${row}.server_id, ''))`,
  holds: (now: string) => `(d.until is null or d.until > ${now})`,
};

const COLUMNS = `cve, nullif(ci_id, '') as "ciId", decision, reason, until, decided_at as "decidedAt", decided_by as "decidedBy"`;

/** Locks and reads the decision on a CVE and CI, whether it is over or not. */
async function find(tx: Sql, tenantId: string, cve: string, ciId: string | null): Promise<Decision | undefined> {
  const [row] = await tx.query<Decision>(
    `select ${COLUMNS} from vulnerability_decisions where tenant_id = $1 and cve = $2 and ci_id = $3 for update`,
    [tenantId, cve, ciId ?? ""],
  );
  return row;
}

async function put(tx: Sql, tenantId: string, decision: Decision): Promise<void> {
  const { cve, ciId, decision: what, reason, until, decidedAt, decidedBy } = decision;
  await tx.query(
    `insert into vulnerability_decisions (tenant_id, cve, ci_id, decision, reason, until, decided_at, decided_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, cve, ci_id) do update set decision = excluded.decision, reason = excluded.reason,
       until = excluded.until, decided_at = excluded.decided_at, decided_by = excluded.decided_by, is_over_told = false`,
    [tenantId, cve, ciId ?? "", what, reason, until, decidedAt, decidedBy],
  );
}

/** Deletes the decision on a CVE and CI and returns it. */
async function take(tx: Sql, tenantId: string, cve: string, ciId: string | null): Promise<Decision | undefined> {
  const [row] = await tx.query<Decision>(
    `delete from vulnerability_decisions where tenant_id = $1 and cve = $2 and ci_id = $3 returning ${COLUMNS}`,
    [tenantId, cve, ciId ?? ""],
  );
  return row;
}

/** The decisions on a CVE, those that are over included, newest first. */
function ofCve(sql: Sql, tenantId: string, cve: string): Promise<Decision[]> {
  return sql.query(
    `select ${COLUMNS} from vulnerability_decisions where tenant_id = $1 and cve = $2 order by decided_at desc, ci_id`,
    [tenantId, cve],
  );
}

/** Tenants with decisions that are over and were not told of. */
function tenantsWithOver(sql: Sql, now: Date): Promise<{ tenantId: string }[]> {
  return sql.query(
    `select distinct tenant_id as "tenantId" from vulnerability_decisions
     where until is not null and not is_over_told and until <= $1 order by 1`,
    [now],
  );
}

/** Marks decisions that are over as told, and returns them. */
function takeOver(tx: Sql, tenantId: string, now: Date): Promise<Decision[]> {
  return tx.query(
    `update vulnerability_decisions set is_over_told = true
     where tenant_id = $1 and until is not null and not is_over_told and until <= $2 returning ${COLUMNS}`,
    [tenantId, now],
  );
}

export const decisionsStore = { find, put, take, ofCve, tenantsWithOver, takeOver };
