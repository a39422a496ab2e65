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

type Column = readonly [name: string, read: (row: IntegrationRow) => unknown];

const FIXED: readonly Column[] = [
  ["id", ({ id }) => id],
  ["tenant_id", ({ tenantId }) => tenantId],
  ["platform", ({ platform }) => platform],
  ["created_at", ({ createdAt }) => createdAt],
  ["created_by", ({ createdBy }) => createdBy],
];
const CHANGING: readonly Column[] = [
  ["name", ({ name }) => name],
  ["base_url", ({ baseUrl }) => baseUrl],
  ["account", ({ account }) => account],
  ["account_url", ({ accountUrl }) => accountUrl],
  ["task_table", ({ table }) => table],
  ["active", ({ active }) => active],
  ["sealed_credentials", ({ sealedCredentials }) => sealedCredentials],
  ["sealed_inbound", ({ sealedInbound }) => sealedInbound],
  ["field_map", ({ fieldMap }) => JSON.stringify(fieldMap)],
  ["rich_text", ({ richText }) => richText],
  ["updated_at", ({ updatedAt }) => updatedAt],
];

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
    const names = [...FIXED, ...CHANGING].map(([name]) => name);
    const rows = await sql.query(
      `insert into integrations (${names.join(", ")}) values (${names.map((_, i) => `$${i + 1}`).join(", ")})
       on conflict (id) do nothing returning id`,
      [...FIXED, ...CHANGING].map(([, read]) => read(row)),
    );
    return rows.length > 0;
  },

  async find(sql: Sql, tenantId: string, id: string, { lock = false } = {}): Promise<IntegrationRow | undefined> {
    const text = `select ${COLUMNS} from integrations where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`;
    return (await sql.query<IntegrationRow>(text, [tenantId, id]))[0];
  },

  /** An integration of any tenant: a service desk that calls its address has not shown a tenant's credential. */
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
    const changes = CHANGING.map(([name], i) => `${name} = $${i + 2}`);
    await sql.query(`update integrations set ${changes.join(", ")} where id = $1`, [
      row.id,
      ...CHANGING.map(([, read]) => read(row)),
    ]);
  },

  async remove(sql: Sql, id: string): Promise<void> {
    await sql.query("delete from integrations where id = $1", [id]);
  },
};
