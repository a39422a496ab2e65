import type { Sql } from "../../platform/postgres/postgres.ts";

export interface InstalledProgram {
  name: string;
  vendor: string | null;
}

/** A listening socket and its program. */
export interface ListeningProgram {
  process: string | null;
  protocol: string | null;
  port: number;
}

export interface InventoryFacts {
  programs: InstalledProgram[];
  listeners: ListeningProgram[];
  processes: string[];
}

const MAX_LENGTH = 512;
const MAX_PROGRAMS = 5_000;
const MAX_ROWS = 500;

/** Programs, listening sockets and processes of a host's newest collections, without doubles, bounded. */
export async function inventoryFacts(sql: Sql, tenantId: string, ciId: string): Promise<InventoryFacts> {
  const programs = await sql.query<InstalledProgram>(
    `select distinct left(fields ->> 'name', $3) as name, left(fields ->> 'vendor', $3) as vendor
     from inventory_records
     where tenant_id = $1 and ci_id = $2 and kind = 'installed_applications' and fields ->> 'name' is not null
     order by 1, 2 limit $4`,
    [tenantId, ciId, MAX_LENGTH, MAX_PROGRAMS],
  );
  const listeners = await sql.query<{ process: string | null; protocol: string | null; port: string }>(
    `select distinct left(coalesce(r.fields ->> 'process_name', p.name), $3) as process,
            lower(left(r.fields ->> 'protocol', 8)) as protocol, r.fields ->> 'local_port' as port
     from inventory_records r
     left join lateral (
       select p.fields ->> 'name' as name from inventory_records p
       where r.fields ->> 'process_name' is null and p.tenant_id = $1 and p.ci_id = $2 and p.kind = 'processes'
         and p.fields -> 'pid' = r.fields -> 'pid'
       order by p.position limit 1) p on true
     where r.tenant_id = $1 and r.ci_id = $2 and r.kind = 'network_connections' and r.fields ->> 'local_port' is not null
       and (coalesce(r.fields ->> 'remote_port', '0') = '0' or r.fields ->> 'state' ilike 'listen%')
     order by 3, 1, 2 limit $4`,
    [tenantId, ciId, MAX_LENGTH, MAX_ROWS],
  );
  const processes = await sql.query<{ name: string }>(
    `select distinct left(fields ->> 'name', $3) as name from inventory_records
     where tenant_id = $1 and ci_id = $2 and kind = 'processes' and fields ->> 'name' is not null order by 1 limit $4`,
    [tenantId, ciId, MAX_LENGTH, MAX_ROWS],
  );
  return {
    programs,
    listeners: listeners.flatMap(({ port, ...rest }) => {
      const number = Number(port);
      return Number.isInteger(number) && number > 0 && number < 65_536 ? [{ ...rest, port: number }] : [];
    }),
    processes: processes.map(({ name }) => name),
  };
}
