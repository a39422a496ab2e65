import type { Sql } from "../../platform/postgres/postgres.ts";

/** A socket as a scan reported it; members that it did not report are absent. */
export interface ConnectionFields {
  protocol?: unknown;
  local_address?: unknown;
  local_port?: unknown;
  remote_address?: unknown;
  remote_port?: unknown;
  state?: unknown;
  pid?: unknown;
  process_name?: unknown;
}

export interface ConnectionRecord {
  fields: ConnectionFields;
  firstSeen: Date;
  collectedAt: Date;
}

export interface ProcessRecord {
  pid: number;
  name: string | null;
  commandLine: string | null;
}

/** Sockets of a CI as its newest collection has them, in the order reported. */
export async function connectionRecords(sql: Sql, tenantId: string, ciId: string): Promise<ConnectionRecord[]> {
  const rows = await sql.query<{ fields: ConnectionFields; first_seen: Date; collected_at: Date }>(
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
): Promise<Map<number, ProcessRecord>> {
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

/** When each scanner saw a CI last, and which of them collected its sockets last. */
export async function sightingsOf(
  sql: Sql,
  tenantId: string,
  ciId: string,
): Promise<{ lastSeen: Map<string, Date>; socketsBy: string | undefined }> {
  const rows = await sql.query<{ scanner_id: string; last_seen: Date; sockets: boolean }>(
    `select s.scanner_id, s.last_seen, c.ci_id is not null as sockets
     from sightings s
     left join collections c on c.tenant_id = s.tenant_id and c.ci_id = s.ci_id
       and c.kind = 'network_connections' and c.scanner_id = s.scanner_id
     where s.tenant_id = $1 and s.ci_id = $2`,
    [tenantId, ciId],
  );
  return {
    lastSeen: new Map(rows.map((row) => [row.scanner_id, row.last_seen])),
    socketsBy: rows.find(({ sockets }) => sockets)?.scanner_id,
  };
}

/** When each of the CIs was last seen by any scanner; those never seen are absent. */
export async function lastSightings(sql: Sql, tenantId: string, ciIds: string[]): Promise<Map<string, Date>> {
  if (ciIds.length === 0) return new Map();
  const rows = await sql.query<{ ci_id: string; last_seen: Date }>(
    `select ci_id, max(last_seen) as last_seen from sightings
     where tenant_id = $1 and ci_id = any($2::text[]) group by ci_id`,
    [tenantId, ciIds],
  );
  return new Map(rows.map((row) => [row.ci_id, row.last_seen]));
}
