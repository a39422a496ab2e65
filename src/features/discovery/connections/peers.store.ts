import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Replaces the addresses that each host is connected to and that no CI has. */
async function replaceUnresolved(tx: Sql, tenantId: string, hosts: { ciId: string; ips: string[] }[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx.query("delete from unresolved_peers where tenant_id = $1 and ci_id = any($2::text[])", [
    tenantId,
    hosts.map((host) => host.ciId),
  ]);
  const pairs = hosts.flatMap((host) => host.ips.map((ip) => ({ ip, ciId: host.ciId })));
  if (pairs.length === 0) return;
  await tx.query(
    `insert into unresolved_peers (tenant_id, ip, ci_id)
     select $1, p.ip, p.ci_id from unnest($2::text[], $3::text[]) as p (ip, ci_id)
     on conflict do nothing`,
    [tenantId, pairs.map((pair) => pair.ip), pairs.map((pair) => pair.ciId)],
  );
}

/** Ids of CIs connected to one of the addresses, which were unresolved. */
async function waitingFor(sql: Sql, tenantId: string, ips: string[]): Promise<string[]> {
  const rows = await sql.query<{ ci_id: string }>(
    "select distinct ci_id from unresolved_peers where tenant_id = $1 and ip = any($2::text[]) order by ci_id",
    [tenantId, ips],
  );
  return rows.map((row) => row.ci_id);
}

/** Removes the unresolved addresses of purged CIs. */
async function removeWaiting(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  await sql.query("delete from unresolved_peers where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
}

export const peersStore = { replaceUnresolved, waitingFor, removeWaiting };
