import type { Sql } from "../../platform/postgres/postgres.ts";
import type { TimedWindow } from "../../platform/timed-list.ts";
import type { ConnectionInsight, Criticality, Insight } from "./insights.model.ts";

/** Attributes that were written to relationships, by relationship id. */
export type WrittenAttributes = Readonly<
  Record<string, { application_protocol?: string; communication_pattern?: string }>
>;

export type StoredConnection = ConnectionInsight & { written: WrittenAttributes };

const INSERT = `insert into ci_insights (tenant_id, ci_id, role, criticality, dependencies, confidence, model, input_hash,
  generated_at, source, summary, recommendations) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const REPLACE = `do update set role = excluded.role, criticality = excluded.criticality, dependencies = excluded.dependencies,
  confidence = excluded.confidence, model = excluded.model, input_hash = excluded.input_hash,
  generated_at = excluded.generated_at, source = excluded.source, summary = excluded.summary,
  recommendations = excluded.recommendations`;

function insightValues(tenantId: string, insight: Insight): unknown[] {
  return [
    tenantId,
    insight.ciId,
    insight.role,
    insight.criticality,
    JSON.stringify(insight.dependencies),
    insight.confidence,
    insight.model,
    insight.inputHash,
    insight.generatedAt,
    insight.source,
    insight.summary,
    JSON.stringify(insight.recommendations),
  ];
}

export const insightsStore = {
  async find(sql: Sql, tenantId: string, ciId: string): Promise<Insight | undefined> {
    const [row] = await sql.query<Insight>(
      `select ci_id as "ciId", source, role, criticality, dependencies, confidence, model, summary, recommendations,
              input_hash as "inputHash", generated_at as "generatedAt"
       from ci_insights where tenant_id = $1 and ci_id = $2`,
      [tenantId, ciId],
    );
    return row;
  },

  page(
    sql: Sql,
    tenantId: string,
    { criticality }: { criticality?: readonly Criticality[] | undefined },
    { order, limit, offset, after }: TimedWindow,
  ): Promise<Insight[]> {
    const time = "date_trunc('milliseconds', generated_at)";
    const beyond = after ? `and (${time}, ci_id collate "C") ${order === "asc" ? ">" : "<"} ($5::timestamptz, $6)` : "";
    return sql.query<Insight>(
      `select ci_id as "ciId", role, criticality, dependencies, confidence, model, input_hash as "inputHash",
              ${time} as "generatedAt"
       from ci_insights where tenant_id = $1 and ($2::text[] is null or criticality = any($2)) ${beyond}
       order by ${time} ${order}, ci_id collate "C" ${order} limit $3 offset $4`,
      [tenantId, criticality ?? null, limit, offset, ...(after ? [after.at, after.id] : [])],
    );
  },

  async count(
    sql: Sql,
    tenantId: string,
    { criticality }: { criticality?: readonly Criticality[] | undefined },
  ): Promise<number> {
    const text = `select count(*) as n from ci_insights
      where tenant_id = $1 and ($2::text[] is null or criticality = any($2))`;
    return (await sql.query<{ n: number }>(text, [tenantId, criticality ?? null]))[0]?.n ?? 0;
  },

  connections(sql: Sql, tenantId: string, ciId: string): Promise<StoredConnection[]> {
    return sql.query<StoredConnection>(
      `select group_key as "groupKey", process_name as "processName", target_ip as "targetIp",
              target_ci_id as "targetCiId", ports, application_protocol as "applicationProtocol",
              communication_pattern as "communicationPattern", confidence, model, generated_at as "generatedAt", written
       from connection_insights where tenant_id = $1 and ci_id = $2 order by process_name, target_ip, group_key`,
      [tenantId, ciId],
    );
  },

  /** Replaces the insights of a CI; `written` of groups that stay is kept. */
  async replace(tx: Sql, tenantId: string, insight: Insight, connections: readonly ConnectionInsight[]): Promise<void> {
    await tx.query(`${INSERT} on conflict (tenant_id, ci_id) ${REPLACE}`, insightValues(tenantId, insight));
    await tx.query(
      "delete from connection_insights where tenant_id = $1 and ci_id = $2 and group_key <> all($3::text[])",
      [tenantId, insight.ciId, connections.map(({ groupKey }) => groupKey)],
    );
    await tx.query(
      `insert into connection_insights (tenant_id, ci_id, group_key, process_name, target_ip, target_ci_id, ports,
         application_protocol, communication_pattern, confidence, model, generated_at)
       select $1, $2, r.* from jsonb_to_recordset($3::jsonb) as r(group_key text, process_name text, target_ip text,
         target_ci_id text, ports integer[], application_protocol text, communication_pattern text, confidence real,
         model text, generated_at timestamptz)
       on conflict (tenant_id, ci_id, group_key) do update set target_ip = excluded.target_ip, ports = excluded.ports,
         application_protocol = excluded.application_protocol,
         communication_pattern = excluded.communication_pattern, confidence = excluded.confidence,
         model = excluded.model, generated_at = excluded.generated_at`,
      [tenantId, insight.ciId, JSON.stringify(connections.map(toRow))],
    );
  },

  /** Keeps the insights of rules, unless a model made some: a model's connections and attributes hang on its own. */
  async keepByRules(sql: Sql, tenantId: string, insight: Insight): Promise<void> {
    await sql.query(
      `${INSERT} on conflict (tenant_id, ci_id) ${REPLACE} where ci_insights.source = 'rules'`,
      insightValues(tenantId, insight),
    );
  },

  async recordWritten(
    sql: Sql,
    tenantId: string,
    ciId: string,
    groupKey: string,
    written: WrittenAttributes,
  ): Promise<void> {
    await sql.query(
      "update connection_insights set written = $4 where tenant_id = $1 and ci_id = $2 and group_key = $3",
      [tenantId, ciId, groupKey, JSON.stringify(written)],
    );
  },

  /** Deletes insights and tasks of purged CIs. */
  async removeCis(tx: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
    for (const table of ["insight_work", "ci_insights", "connection_insights"]) {
      await tx.query(`delete from ${table} where tenant_id = $1 and ci_id = any($2::text[])`, [tenantId, ciIds]);
    }
  },
};

function toRow(connection: ConnectionInsight) {
  return {
    group_key: connection.groupKey,
    process_name: connection.processName,
    target_ip: connection.targetIp,
    target_ci_id: connection.targetCiId,
    ports: connection.ports,
    application_protocol: connection.applicationProtocol,
    communication_pattern: connection.communicationPattern,
    confidence: connection.confidence,
    model: connection.model,
    generated_at: connection.generatedAt,
  };
}
