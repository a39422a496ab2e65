import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import { INTEGRATION_LIMITS, type Integration } from "./integration.model.ts";

/** An integration as stored. */
export interface IntegrationRow extends Integration {
  tenantId: string;
  sealedCredentials: string;
  sealedInbound: string;
}

const COLUMNS = `id, tenant_id as "tenantId", name, platform, base_url as "baseUrl", account, account_url as "accountUrl",
  task_table as "table", active, sealed_credentials as "sealedCredentials", sealed_inbound as "sealedInbound",
  field_map as "fieldMap", rich_text as "richText", created_at as "createdAt", created_by as "createdBy",
  updated_at as "updatedAt"`;

/** Every statement on integrations. */
export const integrationsStore = {
  /** Locks the creation of the tenant's integrations until the transaction ends. */
  async lockTenant(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('integrations ' || $1, 0))", [tenantId]);
  },

  async isFull(sql: Sql, tenantId: string): Promise<boolean> {
    const text = "select 1 from integrations where tenant_id = $1 limit $2";
    const rows = await sql.query(text, [tenantId, INTEGRATION_LIMITS.integrations]);
    return rows.length >= INTEGRATION_LIMITS.integrations;
  },

  /** False if an integration of this id exists. */
  async insert(sql: Sql, row: IntegrationRow): Promise<boolean> {
    const rows = await sql.query(
      `insert into integrations (id, tenant_id, name, platform, base_url, account, account_url, task_table, active,
         sealed_credentials, sealed_inbound, field_map, rich_text, created_at, created_by, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14)
       on conflict (id) do nothing returning id`,
      [
        row.id,
        row.tenantId,
        row.name,
        row.platform,
        row.baseUrl,
        row.account,
        row.accountUrl,
        row.table,
        row.active,
        row.sealedCredentials,
        row.sealedInbound,
        JSON.stringify(row.fieldMap),
        row.richText,
        row.createdAt,
        row.createdBy,
      ],
    );
    return rows.length > 0;
  },

  async find(sql: Sql, tenantId: string, id: string, { lock = false } = {}): Promise<IntegrationRow | undefined> {
    const text = `select ${COLUMNS} from integrations where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`;
    return (await sql.query<IntegrationRow>(text, [tenantId, id]))[0];
  },

  /** An integration of any tenant: whoever calls its address has no other credential. */
  async findOfAnyTenant(sql: Sql, id: string): Promise<IntegrationRow | undefined> {
    return (await sql.query<IntegrationRow>(`select ${COLUMNS} from integrations where id = $1`, [id]))[0];
  },

  page(sql: Sql, tenantId: string, input: TimedWindow): Promise<IntegrationRow[]> {
    const { order, limit, offset, after } = input;
    const beyond = after ? `and (created_at, id) ${order === "asc" ? ">" : "<"} ($4::timestamptz, $5)` : "";
    return sql.query(
      `select ${COLUMNS} from integrations where tenant_id = $1 ${beyond}
       order by created_at ${order}, id ${order} limit $2 offset $3`,
      [tenantId, limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(sql: Sql, tenantId: string): Promise<number> {
    const text = "select count(*) as total from integrations where tenant_id = $1";
    return (await sql.query<{ total: number }>(text, [tenantId]))[0]?.total ?? 0;
  },

  async update(sql: Sql, row: IntegrationRow): Promise<void> {
    await sql.query(
      `update integrations set name = $2, base_url = $3, account = $4, account_url = $5, task_table = $6, active = $7,
         sealed_credentials = $8, sealed_inbound = $9, field_map = $10, rich_text = $11, updated_at = $12
       where id = $1`,
      [
        row.id,
        row.name,
        row.baseUrl,
        row.account,
        row.accountUrl,
        row.table,
        row.active,
        row.sealedCredentials,
        row.sealedInbound,
        JSON.stringify(row.fieldMap),
        row.richText,
        row.updatedAt,
      ],
    );
  },

  async remove(sql: Sql, id: string): Promise<void> {
    await sql.query("delete from integrations where id = $1", [id]);
  },
};
