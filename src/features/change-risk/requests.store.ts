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

export type TaskOfTenant = Pick<NewAnalysis, "tenantId" | "integrationId" | "taskNodeId">;

export interface RequestedAnalysis {
  id: string;
  status: AnalysisStatus;
}

/** The latest analysis of a task. */
export interface LatestAnalysis extends RequestedAnalysis {
  contentHash: Buffer;
  createdAt: Date;
}

/** Asking for analyses. */
export const requestsStore = {
  /** Lets one request of the task at a time decide whether it is a new analysis, until its transaction ends. */
  async lockTask(tx: Sql, { tenantId, integrationId, taskNodeId }: TaskOfTenant): Promise<void> {
    const task = JSON.stringify(["change_analyses", tenantId, integrationId, taskNodeId]);
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [task]);
  },

  async latest(sql: Sql, { tenantId, integrationId, taskNodeId }: TaskOfTenant): Promise<LatestAnalysis | undefined> {
    const rows = await sql.query<LatestAnalysis>(
      `select id, status, content_hash as "contentHash", created_at as "createdAt" from change_analyses
       where tenant_id = $1 and integration_id is not distinct from $2 and task_node_id = $3
       order by created_at desc, id desc limit 1`,
      [tenantId, integrationId, taskNodeId],
    );
    return rows[0];
  },

  /** False where an analysis of this id exists: an earlier try of the request made it. */
  async insert(tx: Sql, analysis: NewAnalysis, due: Date): Promise<boolean> {
    const rows = await tx.query(
      `insert into change_analyses (id, tenant_id, status, trigger, platform, integration_id, task_node_id, payload,
         content_hash, priority, category, planned_start, planned_end, cis, ci_ids, ci_types, unknown_cis, requested_by,
         created_at, not_before)
       values ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
       on conflict (id) do nothing returning id`,
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
        due,
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
