import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Where a run goes on: behind the instance that was created at `at` (ISO 8601) with this id. */
export interface ReapplyPlace {
  at: string;
  id: string;
}

/** After this time every process has read the changed mappings, and changes in quick succession are collected. */
const SETTLED = "changed_at < now() - interval '5 seconds'";
const CHANGED = "reapply_version > applied_version";
/** An instance that a scan wrote by mappings from before a change is found by the next run. */
const REPEAT = "applied_at < now() - interval '1 hour'";

/** A run over the tenant's instances: the version that it applies, and whether every process knew it at the start. */
interface Reapplication {
  version: number;
  isSettled: boolean;
  /** Where the run goes on; undefined: with the first instance. */
  place: ReapplyPlace | undefined;
}

/** How far each tenant's mappings have been applied to its instances. */
export const reapplicationStore = {
  /** Tenants whose instances are owed the current mappings, once all processes have read them. */
  async dueTenants(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `select tenant_id as id from software_mapping_versions where (${CHANGED} or ${REPEAT}) and ${SETTLED}
       order by applied_at nulls first, tenant_id`,
    );
    return rows.map(({ id }) => id);
  },

  /**
   * The run that is due, undefined if none. One that began before every process had read the mappings begins again once
   * they have.
   */
  async next(sql: Sql, tenantId: string): Promise<Reapplication | undefined> {
    const [row] = await sql.query<{ version: number; isSettled: boolean; place: StoredPlace | null }>(
      `select reapply_version as version, ${SETTLED} as "isSettled", place from software_mapping_versions
       where tenant_id = $1 and (${CHANGED} or ${REPEAT})`,
      [tenantId],
    );
    if (!row) return undefined;
    const { version, isSettled, place } = row;
    const isSameRun = place?.version === version && (place.isSettled ?? true) === isSettled;
    return { version, isSettled, place: isSameRun ? { at: place.at, id: place.id } : undefined };
  },

  /** Records where this run goes on; undefined: it has ended. Only a settled run leaves nothing owed. */
  async record(
    sql: Sql,
    tenantId: string,
    { version, isSettled }: Omit<Reapplication, "place">,
    place: ReapplyPlace | undefined,
  ): Promise<void> {
    await sql.query(
      `update software_mapping_versions set place = $3::json,
         applied_version = case when $3 is null and $4 then $2 else applied_version end,
         applied_at = case when $3 is null and $4 then now() else applied_at end
       where tenant_id = $1`,
      [tenantId, version, place ? JSON.stringify({ version, isSettled, ...place }) : null, isSettled],
    );
  },
};

/** A place as the table keeps it; without `isSettled` as older versions wrote it, which began settled runs only. */
type StoredPlace = ReapplyPlace & { version: number; isSettled?: boolean };
