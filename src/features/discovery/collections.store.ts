import type { NetworkConnection, ProcessRecord } from "../../model/host.ts";
import { mustGet } from "../../model/must-get.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { RecordKind } from "./inventory-records.ts";
import { listeningProcesses } from "./peer-connections.ts";

/** By kind: when a host's newest collection was last known to hold, and whose it is. */
export type NewestCollections = ReadonlyMap<string, { at: string; scannerId: string }>;

/**
 * The newest collections of CIs. A report that repeated what its scanner had said before is no collection of its own, and
 * makes the one that it repeats as fresh as itself.
 */
export async function newestCollections(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
): Promise<Map<string, NewestCollections>> {
  if (ciIds.length === 0) return new Map();
  const rows = await sql.query<{ ci_id: string; kind: string; scanner_id: string; at: Date }>(
    `select c.ci_id, c.kind, c.scanner_id, greatest(c.collected_at, (s.collected ->> c.kind)::timestamptz) as at
     from collections c
     left join sightings s on s.tenant_id = c.tenant_id and s.ci_id = c.ci_id and s.scanner_id = c.scanner_id
     where c.tenant_id = $1 and c.ci_id = any($2::text[])`,
    [tenantId, ciIds],
  );
  const byCi = new Map<string, Map<string, { at: string; scannerId: string }>>();
  for (const row of rows) {
    const kinds = byCi.get(row.ci_id) ?? new Map<string, { at: string; scannerId: string }>();
    byCi.set(row.ci_id, kinds.set(row.kind, { at: row.at.toISOString(), scannerId: row.scanner_id }));
  }
  return byCi;
}

/** Processes that listen on one of the ports of one of the CIs, by `ci protocol port`, as their records have them. */
export async function readListeners(
  sql: Sql,
  tenantId: string,
  ciIds: string[],
  ports: number[],
): Promise<Map<string, string>> {
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
  const names = new Map<string, string>();
  for (const { ci_id, fields, process } of rows) {
    const named = process === null ? fields : { ...fields, process_name: process };
    for (const [place, name] of listeningProcesses([named])) {
      const key = `${ci_id} ${place}`;
      if (name !== null && !names.has(key)) names.set(key, name);
    }
  }
  return names;
}

/** Sockets of a host as its newest collection has them, and the scanner that collected them. */
export interface Sockets {
  scannerId: string;
  collectedAt: string;
  connections: NetworkConnection[];
  processes: ProcessRecord[];
}

/** By CI; those without a collection of connections are absent. */
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
