import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Platform } from "../integrations/index.ts";
import type { AnalysisStatus } from "./change-analysis.model.ts";
import type { NamedCi } from "./named-cis.graph.store.ts";
import type { ChangePayload } from "./read-payload.ts";

export interface NewAnalysis extends ChangePayload {
  id: string;
  tenantId: string;
  trigger: "webhook" | "manual";
  platform: Platform | null;
  integrationId: string | null;
  payload: object;
  cis: readonly NamedCi[];
  unknownCis: readonly string[];
  requestedBy: string;
  createdAt: Date;
}

export type ContentKey = Pick<NewAnalysis, "tenantId" | "integrationId" | "taskNodeId" | "contentHash">;

export interface RequestedAnalysis {
  id: string;
  status: AnalysisStatus;
}

const SAME_CONTENT =
  "tenant_id = $1 and coalesce(integration_id, '') = coalesce($2, '') and task_node_id = $3 and content_hash = $4";
const contentKey = ({ tenantId, integrationId, taskNodeId, contentHash }: ContentKey): unknown[] => [
  tenantId,
  integrationId,
  taskNodeId,
  contentHash,
];

/** Asking for analyses. */
export const requestsStore = {
  async find(sql: Sql, key: ContentKey): Promise<RequestedAnalysis | undefined> {
    const text = `select id, status from change_analyses where ${SAME_CONTENT}`;
    return (await sql.query<RequestedAnalysis>(text, contentKey(key)))[0];
  },

  /** False where one of the same content exists. */
  async insert(tx: Sql, analysis: NewAnalysis): Promise<boolean> {
    const rows = await tx.query(
      `insert into change_analyses (id, tenant_id, status, trigger, platform, integration_id, task_node_id, payload,
         content_hash, priority, category, planned_start, planned_end, cis, ci_ids, ci_types, unknown_cis, requested_by,
         created_at, not_before)
       values ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
       on conflict do nothing returning id`,
      [
        analysis.id,
        analysis.tenantId,
        analysis.trigger,
        analysis.platform,
        analysis.integrationId,
        analysis.taskNodeId,
        JSON.stringify(analysis.payload),
        analysis.contentHash,
        analysis.priority,
        analysis.category,
        analysis.plannedStart,
        analysis.plannedEnd,
        JSON.stringify(analysis.cis),
        analysis.cis.map(({ id }) => id),
        [...new Set(analysis.cis.map(({ type }) => type))],
        analysis.unknownCis,
        analysis.requestedBy,
        analysis.createdAt,
      ],
    );
    return rows.length > 0;
  },

  /** Has a failed analysis made again; false where it has not failed. */
  async retry(tx: Sql, tenantId: string, id: string, at: Date): Promise<boolean> {
    const rows = await tx.query(
      `update change_analyses set status = 'queued', error = null, completed_at = null, tries = 0, not_before = $3
       where tenant_id = $1 and id = $2 and status = 'failed' returning 1`,
      [tenantId, id, at],
    );
    return rows.length > 0;
  },
};
