import { type RequestContext, requireScope } from "../../../context.ts";
import { conflict, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { newId } from "../../../platform/ids.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../../audit/index.ts";
import { pipelineGraph } from "../pipeline/pipeline.graph.store.ts";
import { sendRun } from "./run-mapping.ts";
import { type Run, type RunMode, type RunOptions, runsStore } from "./runs.store.ts";

export interface RunVerbs {
  /**
   * Queues a run; a tenant's runs are processed one after the other. Returns an equal unfinished run if there is one.
   * With `id` a repeat returns the run of the first try. Throws 403, and 409 if too many runs wait.
   */
  start(ctx: RequestContext, input: { mode: RunMode; options: RunOptions; id?: string | undefined }): Promise<Run>;
  /**
   * Queues a run that finds process names of Software CIs. Throws as `start`, and 404 naming each that does not exist.
   */
  bulkIdentify(ctx: RequestContext, input: { options: RunOptions; id?: string | undefined }): Promise<Run>;
  /** Throws 403, 404. */
  get(ctx: RequestContext, id: string): Promise<Run>;
}

export interface RunVerbsDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  recordAudit: RecordAudit;
}

const MAX_UNFINISHED = 20;

export function createRunVerbs(deps: RunVerbsDeps): RunVerbs {
  return {
    async start(ctx, { mode, options, id }) {
      requireScope(ctx, "software.write");
      return queue(deps, ctx, mode, options, id);
    },

    async bulkIdentify(ctx, { options, id }) {
      requireScope(ctx, "software.write");
      const { softwareIds } = options;
      if (softwareIds) await requireSoftware(deps, ctx, softwareIds);
      return queue(deps, ctx, "identify", options, id);
    },

    async get(ctx, id) {
      requireScope(ctx, "software.read");
      const run = await runsStore.find(deps.postgres, ctx.tenantId, id);
      if (!run) throw notFound("process mapping run");
      return run;
    },
  };
}

async function requireSoftware({ graph }: RunVerbsDeps, { tenantId }: RequestContext, ids: readonly string[]) {
  const found = await pipelineGraph.subjects(graph.read, tenantId, ids);
  const known = new Set(found.filter(({ ci }) => ci.type === "software").map(({ ci }) => ci.id));
  const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [`softwareIds.${at}`]));
  if (unknown.length > 0) throw notFound("software", ...unknown);
}

function queue(
  deps: RunVerbsDeps,
  ctx: RequestContext,
  mode: Run["mode"],
  options: RunOptions,
  id = newId(),
): Promise<Run> {
  const { tenantId, actor, requestId } = ctx;
  const requestKey = requestKeyOf(mode, options);
  return deps.postgres.transaction(async (tx) => {
    await runsStore.lockStart(tx, tenantId);
    const existing = await runsStore.find(tx, tenantId, id);
    if (existing) return existing;
    const unfinished = await runsStore.findUnfinished(tx, tenantId, requestKey);
    if (unfinished) return unfinished;
    if ((await runsStore.countUnfinished(tx, tenantId)) >= MAX_UNFINISHED) {
      throw conflict(`${MAX_UNFINISHED} runs are unfinished: wait for one to end`);
    }
    await runsStore.insert(tx, { id, tenantId, mode, options, actor, requestId, requestKey });
    await audit(deps, tx, ctx, id, { mode, ...options });
    await sendRun(deps.jobs, tenantId, { tx });
    return mustFind(await runsStore.find(tx, tenantId, id));
  });
}

function requestKeyOf(mode: string, { family, limit, skipAnalysis, softwareIds }: RunOptions): string {
  const ids = softwareIds && [...softwareIds].sort();
  return JSON.stringify([mode, family ?? null, limit ?? null, skipAnalysis ?? false, ids ?? null]);
}

function mustFind(run: Run | undefined): Run {
  if (!run) throw new Error("a run that was just inserted is missing");
  return run;
}

async function audit(
  { recordAudit, clock }: RunVerbsDeps,
  tx: Sql,
  ctx: RequestContext,
  id: string,
  after: Record<string, unknown>,
): Promise<void> {
  const target = { kind: "process_mapping_run", id };
  await recordAudit(tx, ctx, { action: "process_mapping.started", target, after }, clock.now());
}
