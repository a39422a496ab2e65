import { RETRY_SECONDS_SQL } from "../../../platform/jobs/tries.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

/** An address that a host is connected to, as it was read; `mark` changes when it becomes due again. */
export interface UnresolvedPeer {
  ciId: string;
  ip: string;
  mark: number;
}

/** Rows in one order, so that scans, deliveries and look-ups never wait for each other in a circle. */
const HELD = (condition: string) =>
  `select tenant_id, ip, ci_id from unresolved_peers where tenant_id = $1 and ${condition} order by ip, ci_id for update`;
const IS_HELD = "p.tenant_id = h.tenant_id and p.ip = h.ip and p.ci_id = h.ci_id";
const GIVEN = `(select * from unnest($2::text[], $3::text[], $4::bigint[]) as g (ip, ci_id, mark)) as g
  where p.tenant_id = $1 and p.ip = g.ip and p.ci_id = g.ci_id`;

/** Replaces the addresses that each host is connected to and that no CI has; all of them are due. */
async function replaceUnresolved(tx: Sql, tenantId: string, hosts: { ciId: string; ips: string[] }[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx.query(
    `with h as (${HELD("ci_id = any($2::text[])")}) delete from unresolved_peers p using h where ${IS_HELD}`,
    [tenantId, hosts.map((host) => host.ciId)],
  );
  const pairs = hosts.flatMap((host) => host.ips.map((ip) => ({ ip, ciId: host.ciId })));
  if (pairs.length === 0) return;
  await tx.query(
    `insert into unresolved_peers (tenant_id, ip, ci_id)
     select $1, p.ip, p.ci_id from unnest($2::text[], $3::text[]) as p (ip, ci_id) order by p.ip, p.ci_id
     on conflict do nothing`,
    [tenantId, pairs.map((pair) => pair.ip), pairs.map((pair) => pair.ciId)],
  );
}

/** Makes the addresses due, because CIs with them have been saved. Answers whether a host is connected to one. */
async function markDue(tx: Sql, tenantId: string, ips: string[]): Promise<boolean> {
  const rows = await tx.query(
    `with h as (${HELD("ip = any($2::text[])")})
     update unresolved_peers p set due_at = now(), mark = p.mark + 1 from h where ${IS_HELD} returning 1`,
    [tenantId, ips],
  );
  return rows.length > 0;
}

/** Tenants with due addresses: one look into the index for each, however many are due. */
async function dueTenants(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select t.id from tenants t
     where exists (select from unresolved_peers p where p.tenant_id = t.id and p.due_at <= now()) order by t.id`,
  );
  return rows.map(({ id }) => id);
}

/** The addresses that are due for longest. */
async function due(sql: Sql, tenantId: string, limit: number): Promise<UnresolvedPeer[]> {
  return sql.query<UnresolvedPeer>(
    `select ci_id as "ciId", ip, mark from unresolved_peers where tenant_id = $1 and due_at <= now()
     order by due_at, ip, ci_id limit $2`,
    [tenantId, limit],
  );
}

/** No CI has the addresses: they wait for one, unless they have become due again. */
async function awaitCis(sql: Sql, tenantId: string, peers: readonly UnresolvedPeer[]): Promise<void> {
  await sql.query(
    `update unresolved_peers p set due_at = null from ${GIVEN} and p.mark = g.mark`,
    given(tenantId, peers),
  );
}

/** Removes addresses whose connections are written, unless they have become due again. */
async function removeResolved(sql: Sql, tenantId: string, peers: readonly UnresolvedPeer[]): Promise<void> {
  await sql.query(`delete from unresolved_peers p using ${GIVEN} and p.mark = g.mark`, given(tenantId, peers));
}

async function postpone(sql: Sql, tenantId: string, peers: readonly UnresolvedPeer[], seconds: number): Promise<void> {
  await sql.query(`update unresolved_peers p set due_at = now() + make_interval(secs => $5) from ${GIVEN}`, [
    ...given(tenantId, peers),
    seconds,
  ]);
}

/** Puts off addresses whose host could not be processed, for longer each time; returns their most tries. */
async function recordFailure(sql: Sql, tenantId: string, peers: readonly UnresolvedPeer[]): Promise<number> {
  const rows = await sql.query<{ tries: number }>(
    `update unresolved_peers p set tries = p.tries + 1,
       due_at = now() + make_interval(secs => ${RETRY_SECONDS_SQL("p.tries + 1")}) from ${GIVEN} returning p.tries`,
    given(tenantId, peers),
  );
  return Math.max(0, ...rows.map(({ tries }) => tries));
}

function given(tenantId: string, peers: readonly UnresolvedPeer[]): unknown[] {
  return [tenantId, peers.map(({ ip }) => ip), peers.map(({ ciId }) => ciId), peers.map(({ mark }) => mark)];
}

/** Removes the unresolved addresses of purged CIs. */
async function removeWaiting(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  await sql.query("delete from unresolved_peers where tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
}

/** Addresses that hosts are connected to and that no CI has, or had when they were stored. */
export const peersStore = {
  replaceUnresolved,
  markDue,
  dueTenants,
  due,
  awaitCis,
  removeResolved,
  postpone,
  recordFailure,
  removeWaiting,
};
