import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Deletes what was found before. */
async function clear(tx: Sql, tenantId: string): Promise<void> {
  await tx.query("delete from exposure_reach where tenant_id = $1", [tenantId]);
}

/** Of the CIs that a service needs, those that have programs or are programs. */
async function put(tx: Sql, tenantId: string, serviceId: string, ciIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into exposure_reach (tenant_id, ci_id, service_id)
     select $1, id, $2 from unnest($3::text[]) as id
     where exists (select from exposure_hosts h where h.tenant_id = $1 and h.ci_id = id)
        or exists (select from exposure_instances i where i.tenant_id = $1 and i.ci_id = id)
     on conflict do nothing`,
    [tenantId, serviceId, ciIds],
  );
}

export const reachStore = { clear, put };
