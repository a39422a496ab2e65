import { coerceError } from "../../../errors.ts";
import { runBatch } from "../../../platform/batch.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { feedStore } from "../import/feed.store.ts";
import { MATCH_TENANT } from "../job-refs.ts";
import { exposureGraph } from "../state/exposure.graph.store.ts";
import type { Profile } from "../state/profile.model.ts";
import { syncInstances } from "../state/sync-instances.ts";
import { type TenantState, workStore } from "../state/work.store.ts";
import { matchStore } from "./match.store.ts";
import { type MatchDeps, matchChangedCves, matchProfiles } from "./match-profiles.ts";
import { type TellDeps, tellFound, tellGathered } from "./tell-found.ts";

export interface MatchTenantDeps extends MatchDeps, TellDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: SendJobs;
  clock: Clock;
  storesTakeWrites: StoresTakeWrites;
  /** Searches anew which services need which CIs. */
  refreshReach: (tx: Sql, tenantId: string) => Promise<void>;
}

export type MatchTenant = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/** Increases when the rules of matching or of what is known of an instance change: every tenant is then walked anew. */
const RULES = 1;
/** A turn ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
const WALKED_AT_ONCE = 500;
const INSTANCES_AT_ONCE = 200;
const PROFILES_AT_ONCE = 200;
const BUSY_RETRY_SECONDS = 2;

type Step = "more" | "done" | "busy";

/**
 * Brings a tenant's findings up to date, step by step, each in a transaction of its own: programs that changed, programs that
 * were never matched, CVEs that changed. One turn a tenant at a time, in all processes. A step whose process died is repeated.
 */
export function createMatchTenant(deps: MatchTenantDeps): MatchTenant {
  return async ({ tenantId }, { signal, log }) => {
    const until = performance.now() + TURN_MS;
    let step: Step = "more";
    while (step === "more" && performance.now() < until) {
      signal.throwIfAborted();
      step = await deps.postgres.transaction(async (tx) => {
        if (!(await workStore.tryLock(tx, tenantId))) return "busy";
        return nextStep(deps, tx, tenantId, log);
      });
    }
    const startAfterSeconds = step === "busy" ? BUSY_RETRY_SECONDS : 0;
    if (step !== "done")
      await deps.jobs.send(MATCH_TENANT, { tenantId }, { singletonKey: tenantId, startAfterSeconds });
  };
}

/** A turn for each tenant that has something to do. */
export function owedMatching(postgres: Postgres): OwedWork {
  return owedWork(MATCH_TENANT, () => workStore.dueTenants(postgres, RULES));
}

async function nextStep(deps: MatchTenantDeps, tx: Sql, tenantId: string, log: Logger): Promise<Step> {
  const { change } = await feedStore.feedState(tx);
  if (change === 0) return "done";
  await tx.query("set local statement_timeout = 0");
  const state = await workStore.tenantState(tx, tenantId, RULES);
  if (!state.isWalked) return walk(deps, tx, tenantId, state);
  if (await syncWaiting(deps, tx, tenantId, log)) return "more";
  if (await matchWaiting(deps, tx, tenantId, log)) return "more";
  if (state.matchedTo < change) return matchChanges(deps, tx, tenantId, state.matchedTo, change);
  if (state.hasGathered) {
    await tellGathered(deps, tx, tenantId);
    await workStore.setGatheredTold(tx, tenantId);
    return "more";
  }
  if (state.reach === "fresh") return "done";
  if (state.reach === "stale") {
    await workStore.beginReach(tx, tenantId);
    return "more";
  }
  await deps.refreshReach(tx, tenantId);
  await workStore.endReach(tx, tenantId);
  return "done";
}

/** Queues the next page of all programs of the tenant. */
async function walk({ graph }: MatchTenantDeps, tx: Sql, tenantId: string, state: TenantState): Promise<Step> {
  const place = { at: state.walkAt ?? "", id: state.walkId ?? "" };
  const rows = await exposureGraph.walk(graph, tenantId, "software_instance", place, WALKED_AT_ONCE);
  await workStore.addWork(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  );
  const last = rows.length === WALKED_AT_ONCE ? rows.at(-1) : undefined;
  await workStore.setWalk(tx, tenantId, last && { at: last.createdAt, id: last.id });
  return "more";
}

async function syncWaiting(deps: MatchTenantDeps, tx: Sql, tenantId: string, log: Logger): Promise<boolean> {
  const items = await workStore.nextWork(tx, tenantId, INSTANCES_AT_ONCE);
  if (items.length === 0) return false;
  const failed = new Set<string>();
  const changed = await isolated(deps, tx, items, {
    run: (batch) =>
      syncInstances(
        deps.graph,
        tx,
        tenantId,
        batch.map(({ ciId }) => ciId),
      ),
    failed(error, { ciId, tries }) {
      failed.add(ciId);
      report(log, { ci: ciId, tries: tries + 1, error: coerceError(error).message });
    },
  });
  await workStore.postponeWork(tx, tenantId, [...failed]);
  await workStore.completeWork(
    tx,
    tenantId,
    items.filter(({ ciId }) => !failed.has(ciId)),
  );
  const ciIds = changed.flatMap((one) => one.changed);
  if (ciIds.length > 0) await tellFound(deps, tx, tenantId, { ciIds });
  return true;
}

async function matchWaiting(deps: MatchTenantDeps, tx: Sql, tenantId: string, log: Logger): Promise<boolean> {
  const profiles = await matchStore.unmatchedProfiles(tx, tenantId, PROFILES_AT_ONCE);
  if (profiles.length === 0) return false;
  const failed = new Set<string>();
  await isolated(deps, tx, profiles, {
    run: (batch) => matchProfiles(deps, tx, tenantId, batch as Profile[]),
    failed(error, { id, cpeName, tries }) {
      failed.add(id);
      report(log, { cpe: cpeName, tries: tries + 1, error: coerceError(error).message });
    },
  });
  await matchStore.postponeProfiles(tx, [...failed]);
  const profileIds = profiles.filter(({ id }) => !failed.has(id)).map(({ id }) => id);
  await tellFound(deps, tx, tenantId, { profileIds });
  return true;
}

async function matchChanges(
  deps: MatchTenantDeps,
  tx: Sql,
  tenantId: string,
  after: number,
  newest: number,
): Promise<Step> {
  const { upTo, findings } = await matchChangedCves(deps, tx, tenantId, after, newest);
  await workStore.setMatchedTo(tx, tenantId, upTo);
  const profileIds = [...new Set(findings.map(({ profileId }) => profileId))];
  const cves = [...new Set(findings.map(({ cve }) => cve))];
  if (cves.length > 0) await tellFound(deps, tx, tenantId, { profileIds, cves });
  return "more";
}

/**
 * Runs the work on the batch; if that fails, on each item. What failed half-way is undone before the next try. Rejects if a
 * store is away.
 */
async function isolated<I, R>(
  { storesTakeWrites }: MatchTenantDeps,
  tx: Sql,
  items: readonly I[],
  work: { run: (items: I[]) => Promise<R>; failed: (error: unknown, item: I) => void },
): Promise<R[]> {
  const results: R[] = [];
  await runBatch<I, void>([...items], {
    async run(batch) {
      await tx.query("savepoint batch");
      try {
        results.push(await work.run(batch));
        await tx.query("release savepoint batch");
      } catch (error) {
        await tx.query("rollback to savepoint batch");
        throw error;
      }
      return [];
    },
    isOutage: (error) => isOutage(error, storesTakeWrites),
    failed: work.failed,
  });
  return results;
}

function report(log: Logger, fields: { tries: number } & Record<string, unknown>): void {
  if (fields.tries >= MAX_TRIES)
    log.error(fields, "matching a program with known vulnerabilities fails; tried once a day");
  else log.warn(fields, "matching a program with known vulnerabilities failed; it is tried again");
}
