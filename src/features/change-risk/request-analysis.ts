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
 * Stores a change to be analysed by a job. A repeat of the latest content of a task of an integration, in any order of
 * its members, makes no analysis: it answers with the latest one, and has it tried again where it or its write-back failed.
 * An earlier content that comes again is analysed again, as the task has it now. Throws 403 without `cmdb.write`, 400 with
 * every fault of the payload.
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

  const insert = async (ctx: RequestContext, made: Omit<NewAnalysis, "createdAt">): Promise<RequestedAnalysis> =>
    postgres.transaction(async (tx) => {
      await requestsStore.lockTask(tx, made);
      const latest = await requestsStore.latest(tx, made);
      // Another request was faster.
      if (latest?.contentHash.equals(made.contentHash)) return { id: latest.id, status: latest.status };
      const now = clock.now();
      const analysis = { ...made, createdAt: laterThan(latest?.createdAt, now) };
      if (await requestsStore.insert(tx, analysis, now)) {
        if (analysis.trigger === "manual") await audit(tx, ctx, analysis);
        await send(tx, ctx.tenantId);
      }
      return { id: analysis.id, status: "queued" };
    });

  return async (ctx, { trigger, platform, integrationId, payload, at }, id = newId()) => {
    requireScope(ctx, "cmdb.write");
    const { tenantId } = ctx;
    const change = readPayload(payload, at);
    const latest = await requestsStore.latest(postgres, { ...change, tenantId, integrationId });
    if (latest?.contentHash.equals(change.contentHash)) return tryAgain(tenantId, latest);
    const { cis, unknown } = await findCis(graph, tenantId, { ids: change.ciIds, names: change.ciNames });
    const made = { ...change, tenantId, trigger, platform, integrationId, payload, cis, unknownCis: unknown };
    return insert(ctx, { ...made, requestedBy: actorName(ctx.actor), id });
  };
}

/** Keeps the analyses of a task in the order of their times, also where the clocks of two processes differ. */
function laterThan(latest: Date | undefined, now: Date): Date {
  return latest && latest >= now ? new Date(latest.getTime() + 1) : now;
}

async function audit(tx: Sql, ctx: RequestContext, analysis: NewAnalysis): Promise<void> {
  const { id, taskNodeId, integrationId, createdAt } = analysis;
  const after = { task_node_id: taskNodeId, integration_id: integrationId };
  const target = { kind: "change_analysis", id };
  await recordAudit(tx, ctx, { action: "change_analysis.requested", target, after }, createdAt);
}
