import type { NetworkConnection, ProcessRecord } from "../../model/host.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { newestCollections } from "./collections.store.ts";
import type { RecordKind } from "./inventory.model.ts";

/** A socket of a host, and when it was collected first and last. */
export interface SocketRecord {
  fields: NetworkConnection;
  firstSeen: Date;
  collectedAt: Date;
}

/** A process of a host. */
export interface HostProcess {
  pid: number;
  name: string | null;
  commandLine: string | null;
}

/** Sockets of a CI's newest collection, in the order reported. */
export async function socketRecords(sql: Sql, tenantId: string, ciId: string): Promise<SocketRecord[]> {
  const rows = await sql.query<{ fields: NetworkConnection; first_seen: Date; collected_at: Date }>(
    `select fields, first_seen, collected_at from inventory_records
     where tenant_id = $1 and ci_id = $2 and kind = 'network_connections' order by position, key`,
    [tenantId, ciId],
  );
  return rows.map((row) => ({ fields: row.fields, firstSeen: row.first_seen, collectedAt: row.collected_at }));
}

/** Processes of a CI by pid. */
export async function processesByPid(
  sql: Sql,
  tenantId: string,
  ciId: string,
  pids: number[],
): Promise<Map<number, HostProcess>> {
  if (pids.length === 0) return new Map();
  const rows = await sql.query<{ pid: string; name: string | null; command_line: string | null }>(
    `select fields ->> 'pid' as pid, fields ->> 'name' as name, fields ->> 'command_line' as command_line
     from inventory_records
     where tenant_id = $1 and ci_id = $2 and kind = 'processes' and fields ->> 'pid' = any($3::text[])
     order by position desc`,
    [tenantId, ciId, pids.map(String)],
  );
  return new Map(
    rows.map((row) => [Number(row.pid), { pid: Number(row.pid), name: row.name, commandLine: row.command_line }]),
  );
}

/** Listening sockets of the CIs on one of the ports, with process names, in the order reported. */
export async function listeningSockets(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
  ports: number[],
): Promise<{ ciId: string; socket: NetworkConnection }[]> {
  const rows = await sql.query<{ ci_id: string; fields: NetworkConnection; process: string | null }>(
    `select r.ci_id, r.fields, p.name as process
     from inventory_records r
     left join lateral (
       select p.fields ->> 'name' as name from inventory_records p
       where r.fields ->> 'process_name' is null and p.tenant_id = $1 and p.ci_id = r.ci_id and p.kind = 'processes'
         and p.fields -> 'pid' = r.fields -> 'pid'
       order by p.position limit 1) p on true
     where r.tenant_id = $1 and r.ci_id = any($2::text[]) and r.kind = 'network_connections'
       and r.fields ->> 'local_port' = any($3::text[])
       and (coalesce(r.fields ->> 'remote_port', '0') = '0' or r.fields ->> 'state' ilike 'listen%')
     order by r.ci_id, r.position`,
    [tenantId, ciIds, ports.map(String)],
  );
  return rows.map(({ ci_id: ciId, fields, process }) => {
    return { ciId, socket: process === null ? fields : { ...fields, process_name: process } };
  });
}

/** Sockets and processes of a host's newest collection; `collectedAt` is ISO 8601. */
export interface Sockets {
  scannerId: string;
  collectedAt: string;
  connections: NetworkConnection[];
  processes: ProcessRecord[];
}

/** Sockets by CI id; CIs without a collection of connections are absent. */
export async function socketsOf(sql: Sql, tenantId: string, ciIds: string[]): Promise<Map<string, Sockets>> {
  const found = new Map<string, Sockets>();
  for (const [ciId, kinds] of await newestCollections(sql, tenantId, ciIds)) {
    const newest = kinds.get("network_connections");
    if (!newest) continue;
    found.set(ciId, { scannerId: newest.scannerId, collectedAt: newest.at, connections: [], processes: [] });
  }
  const rows = await sql.query<{ ci_id: string; kind: RecordKind; fields: NetworkConnection & ProcessRecord }>(
    `select ci_id, kind, fields from inventory_records
     where tenant_id = $1 and ci_id = any($2::text[]) and kind in ('network_connections', 'processes')
     order by ci_id, kind, position`,
    [tenantId, [...found.keys()]],
  );
  for (const row of rows) {
    const sockets = mustGet(found, row.ci_id);
    if (row.kind === "processes") sockets.processes.push(row.fields);
    else sockets.connections.push(row.fields);
  }
  return found;
}

/** Processes of hosts' newest collections: names, and the first 500 characters of command lines; at most `maxPerHost` each. */
export async function processesOfHosts(
  sql: Sql,
  tenantId: string,
  hostIds: readonly string[],
  maxPerHost: number,
): Promise<{ hostId: string; name: string | null; command: string | null }[]> {
  if (hostIds.length === 0) return [];
  return sql.query(
    `select h.id as "hostId", p.name, p.command from unnest($2::text[]) as h(id)
     cross join lateral (
       select distinct r.fields->>'name' as name, left(r.fields->>'command_line', 500) as command
       from inventory_records r
       where r.tenant_id = $1 and r.ci_id = h.id and r.kind = 'processes' limit $3) p`,
    [tenantId, hostIds, maxPerHost],
  );
}
