import { actorName, type RequestContext, requireScope } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { recordAudit } from "../audit/index.ts";
import type { Platform } from "../integrations/index.ts";
import { findCis } from "./find-cis.ts";
import { ANALYSE_CHANGES, WRITE_BACK } from "./job-refs.ts";
import { readPayload } from "./read-payload.ts";
import { type NewAnalysis, type RequestedAnalysis, requestsStore } from "./requests.store.ts";
import { writeBacksStore } from "./write-back/write-backs.store.ts";

export interface AnalysisRequest {
  trigger: "webhook" | "manual";
  /** Both null: by hand, and nothing is written back. */
  platform: Platform | null;
  integrationId: string | null;
  payload: Readonly<Record<string, unknown>>;
  /** What stands before the payload's members in the names of faulty fields, e.g. `payload.`. */
  at?: string;
}

/**
 * Stores a change to be analysed by a job. The same content for the same task of the same integration is one analysis,
 * whatever the order of its members: a repeat answers with the first one, and has it tried again where it or its
 * write-back failed. Throws 403 without `cmdb.write`, 400 with every fault of the payload.
 *
 * @param id the same for every try of one request
 */
export type RequestAnalysis = (
  ctx: RequestContext,
  request: AnalysisRequest,
  id?: string,
) => Promise<RequestedAnalysis>;

export interface RequestAnalysisDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
}

export function createRequestAnalysis(deps: RequestAnalysisDeps): RequestAnalysis {
  const { graph, postgres, clock, jobs } = deps;

  const send = async (tx: Sql, tenantId: string) =>
    jobs.send(ANALYSE_CHANGES, { tenantId }, { tx, singletonKey: tenantId });

  const tryAgain = async (tenantId: string, { id, status }: RequestedAnalysis): Promise<RequestedAnalysis> => {
    if (status === "queued" || status === "running") return { id, status };
    return postgres.transaction(async (tx) => {
      const at = clock.now();
      if (await requestsStore.retry(tx, tenantId, id, at)) {
        await send(tx, tenantId);
        return { id, status: "queued" };
      }
      if (await writeBacksStore.retry(tx, tenantId, id, at)) {
        await jobs.send(WRITE_BACK, { tenantId }, { tx, singletonKey: tenantId });
      }
      return { id, status };
    });
  };

  const insert = async (ctx: RequestContext, analysis: NewAnalysis): Promise<RequestedAnalysis | undefined> =>
    postgres.transaction(async (tx) => {
      if (!(await requestsStore.insert(tx, analysis))) return undefined;
      if (analysis.trigger === "manual") await audit(tx, ctx, analysis);
      await send(tx, ctx.tenantId);
      return { id: analysis.id, status: "queued" };
    });

  return async (ctx, { trigger, platform, integrationId, payload, at }, id = newId()) => {
    requireScope(ctx, "cmdb.write");
    const { tenantId } = ctx;
    const change = readPayload(payload, at);
    const key = { ...change, tenantId, integrationId };
    const known = await requestsStore.find(postgres, key);
    if (known) return tryAgain(tenantId, known);
    const { cis, unknown } = await findCis(graph, tenantId, { ids: change.ciIds, names: change.ciNames });
    const made = { trigger, platform, payload, cis, unknownCis: unknown };
    const by = { requestedBy: actorName(ctx.actor), createdAt: clock.now() };
    const inserted = await insert(ctx, { ...key, ...made, ...by, id });
    if (inserted) return inserted;
    // Another request was faster.
    const other = await requestsStore.find(postgres, key);
    if (!other) throw new Error("an analysis of the same content was removed at this moment");
    return other;
  };
}

async function audit(tx: Sql, ctx: RequestContext, analysis: NewAnalysis): Promise<void> {
  const { id, taskNodeId, integrationId, createdAt } = analysis;
  const after = { task_node_id: taskNodeId, integration_id: integrationId };
  const target = { kind: "change_analysis", id };
  await recordAudit(tx, ctx, { action: "change_analysis.requested", target, after }, createdAt);
}
