import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Scope } from "../../model/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { EnrichmentName, EnrichmentScope } from "../../platform/enrichment.ts";
import { newId } from "../../platform/ids.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../platform/timed-list.ts";
import { recordAudit } from "../audit/index.ts";
import { TAKE_TURN } from "./job-refs.ts";
import { RUN_LIMITS, type Run, scopeKeyOf } from "./run.model.ts";
import { type RunFilter, runsStore } from "./runs.store.ts";
import { schedulesStore } from "./schedules.store.ts";
import type { Works } from "./works.ts";

export interface StartRun {
  name: EnrichmentName;
  /** Default: everything that is due. */
  scope?: EnrichmentScope | undefined;
  /** With it a repeat returns the run of the first try. */
  id?: string | undefined;
  /** Default `cmdb.write`. */
  requires?: Scope | undefined;
  /** Where a run of the same scope is open, it is the answer; another scope waits for its turn. Default: 409. */
  joins?: boolean | undefined;
}

export interface RunVerbs {
  /** Throws 403 without `cmdb.read`. */
  list(ctx: RequestContext, filter: RunFilter, input: TimedPageInput): Promise<FoundPage<Run>>;
  /** Throws 403 without one of the scopes, 404. */
  get(ctx: RequestContext, id: string, ...scopes: Scope[]): Promise<Run>;
  /** Throws 403; 409 where the name cannot run, and with `existing_id` where a run of it is open. */
  start(ctx: RequestContext, input: StartRun): Promise<Run>;
  /** Ends a run; a cancelled one stays as it is. Throws 403 without `cmdb.write`, 404, and 409 where it has ended. */
  cancel(ctx: RequestContext, id: string): Promise<Run>;
}

/** What a model cost the runs, by the runs' ids. */
export type CostsOfRuns = (
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
) => Promise<Map<string, Pick<Run, "tokens" | "cost">>>;

export interface ManageRunsDeps {
  postgres: Postgres;
  clock: Clock;
  jobs: SendJobs;
  works: Works;
  costsOf: CostsOfRuns;
}

const FREE: Pick<Run, "tokens" | "cost"> = { tokens: 0, cost: null };

export function createManageRuns(deps: ManageRunsDeps): RunVerbs {
  const { postgres, works } = deps;

  const withCosts = async (tenantId: string, runs: readonly Omit<Run, "tokens" | "cost">[]): Promise<Run[]> => {
    const ids = runs.map(({ id }) => id);
    const costs = await deps.costsOf(postgres, tenantId, ids);
    return runs.map((run) => ({ ...run, ...(costs.get(run.id) ?? FREE) }));
  };
  const find = async (tenantId: string, id: string): Promise<Run> => {
    const run = await runsStore.find(postgres, tenantId, id);
    if (!run) throw notFound("enrichment run");
    return (await withCosts(tenantId, [run]))[0]!;
  };

  return {
    async list(ctx, filter, input) {
      requireScope(ctx, "cmdb.read");
      const found = await findTimedPage(input, {
        rows: (window) => runsStore.page(postgres, ctx.tenantId, filter, window),
        count: () => runsStore.count(postgres, ctx.tenantId, filter),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
      return { ...found, items: await withCosts(ctx.tenantId, found.items) };
    },

    async get(ctx, id, ...scopes) {
      requireScope(ctx, "cmdb.read", ...scopes);
      return find(ctx.tenantId, id);
    },

    async start(ctx, input) {
      requireScope(ctx, input.requires ?? "cmdb.write");
      works.requireAvailable(input.name);
      return find(ctx.tenantId, await start(deps, ctx, input));
    },

    async cancel(ctx, id) {
      requireScope(ctx, "cmdb.write");
      const run = await find(ctx.tenantId, id);
      if (run.status === "cancelled") return run;
      const work = works.find(run.name);
      if (run.isFollowed && work && !work.dropWaiting) {
        throw conflict(`The work of this run is ${run.name}'s own and cannot be cancelled here`);
      }
      const isCancelled = await cancel(deps, ctx, run);
      if (!isCancelled) throw conflict(`The run has ended: ${(await find(ctx.tenantId, id)).status}`);
      if (run.isFollowed) await work?.dropWaiting?.(ctx.tenantId);
      return find(ctx.tenantId, id);
    },
  };
}

/** The id of the run that was started, or that the caller joins. */
function start(deps: ManageRunsDeps, ctx: RequestContext, { name, scope = {}, id, joins }: StartRun): Promise<string> {
  const { tenantId } = ctx;
  return deps.postgres.transaction(async (tx) => {
    await runsStore.lockTenant(tx, tenantId);
    if (id !== undefined && (await runsStore.find(tx, tenantId, id))) return id;
    const open = await runsStore.open(tx, tenantId, name);
    const equal = open.find(({ scopeKey }) => scopeKey === scopeKeyOf(scope));
    if (joins && equal) return equal.id;
    if (open[0] && !(joins && open.length < RUN_LIMITS.open)) {
      const existing = (equal ?? open[0]).id;
      throw conflict(`A run of ${name} has not ended`, { details: { existing_id: existing } });
    }
    const runId = id ?? newId();
    await beginRun(deps, tx, {
      id: runId,
      tenantId,
      name,
      scope,
      trigger: "manual",
      requestedBy: actorName(ctx.actor),
    });
    const target = { kind: "enrichment_run", id: runId };
    await recordAudit(tx, ctx, { action: "enrichment.started", target, after: { name, ...scope } }, deps.clock.now());
    return runId;
  });
}

export interface BegunRun {
  id: string;
  tenantId: string;
  name: EnrichmentName;
  scope: EnrichmentScope;
  trigger: "schedule" | "manual";
  requestedBy: string;
}

/** Inserts the run and has its first turn taken. The caller holds the tenant's lock and knows that no equal one is open. */
export async function beginRun(
  { clock, jobs, works }: Pick<ManageRunsDeps, "clock" | "jobs" | "works">,
  tx: Sql,
  run: BegunRun,
): Promise<void> {
  const { tenantId, name } = run;
  const schedule = await schedulesStore.find(tx, tenantId, name);
  const batchSize = schedule?.batchSize ?? works.requireAvailable(name).defaultBatchSize;
  await runsStore.endFollowed(tx, tenantId, name);
  await runsStore.insert(tx, { ...run, batchSize, createdAt: clock.now() });
  await jobs.send(TAKE_TURN, { tenantId }, { tx, singletonKey: tenantId });
}

function cancel({ postgres, clock }: ManageRunsDeps, ctx: RequestContext, run: Run): Promise<boolean> {
  return postgres.transaction(async (tx) => {
    if (!(await runsStore.cancel(tx, ctx.tenantId, run.id))) return false;
    const target = { kind: "enrichment_run", id: run.id };
    const change = { before: { name: run.name, status: run.status }, after: { name: run.name, status: "cancelled" } };
    await recordAudit(tx, ctx, { action: "enrichment.cancelled", target, ...change }, clock.now());
    return true;
  });
}
