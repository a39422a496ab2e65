import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Overrides } from "./settings.model.ts";

export interface SettingsRow {
  tenantId: string;
  settings: Overrides;
  version: number;
}

/** Postgres channel that notifies the caches of a change; the payload is the tenant's id. */
export const SETTINGS_CHANNEL = "orrery_settings";

const COLUMNS = `tenant_id as "tenantId", settings, version`;

/** Every query on settings. */
export const settingsStore = {
  async find(sql: Sql, tenantId: string): Promise<SettingsRow | undefined> {
    const rows = await sql.query<SettingsRow>(`select ${COLUMNS} from tenant_settings where tenant_id = $1`, [
      tenantId,
    ]);
    return rows[0];
  },

  /**
   * Locks the tenant's row until the transaction ends, creating it if needed. Undefined when the tenant does not exist.
   */
  async lock(tx: Sql, tenantId: string): Promise<SettingsRow | undefined> {
    await tx.query(
      `insert into tenant_settings (tenant_id, settings, version)
       select id, '{}', 0 from tenants where id = $1 on conflict (tenant_id) do nothing`,
      [tenantId],
    );
    const rows = await tx.query<SettingsRow>(`select ${COLUMNS} from tenant_settings where tenant_id = $1 for update`, [
      tenantId,
    ]);
    return rows[0];
  },

  /** Updates the row; the commit notifies every listening process. */
  async replace(tx: Sql, { tenantId, settings, version }: SettingsRow): Promise<void> {
    await tx.query("update tenant_settings set settings = $2, version = $3 where tenant_id = $1", [
      tenantId,
      settings,
      version,
    ]);
    await tx.query("select pg_notify($1, $2)", [SETTINGS_CHANNEL, tenantId]);
  },

  async all(sql: Sql): Promise<SettingsRow[]> {
    return sql.query<SettingsRow>(`select ${COLUMNS} from tenant_settings where version > 0`);
  },

  async versions(sql: Sql): Promise<{ tenantId: string; version: number }[]> {
    return sql.query(`select tenant_id as "tenantId", version from tenant_settings where version > 0`);
  },
};
