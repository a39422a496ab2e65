import type { Model } from "../../platform/ai/index.ts";
import type { EnrichmentProgress, EnrichmentTurn, EnrichmentWork } from "../../platform/enrichment.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { insightTasksStore } from "./insight-tasks.store.ts";
import { insightsGraph } from "./insights.graph.store.ts";
import type { MakeInsight } from "./make-insight.ts";
import { type CiOutcome, LEASE_SECONDS, processCi } from "./run-insights.ts";

export interface InsightWorkDeps {
  graph: Graph;
  postgres: Postgres;
  model: Model;
  log: Logger;
  makeInsight: MakeInsight;
  storesTakeWrites: StoresTakeWrites;
  /** Servers that one run asks the model about; default MAX_CIS. */
  maxCis?: number | undefined;
}

const TURN_MS = 1_000;
/** What one run costs stays within bounds; the next run goes on with the others. */
const MAX_CIS = 200;
const PAGE_SIZE = 1_000;

/** What is queued or has failed, then the servers without insights, then nothing; `taken`: CIs that the run took so far. */
type Place = ({ queued: string } | { at: string; id: string } | { named: number }) & { taken: number };

/** Insights as runs: what the jobs after scans left over, what failed, and servers that no scan queued. */
export function insightWork(deps: InsightWorkDeps): EnrichmentWork {
  const { graph, postgres, model, maxCis = MAX_CIS } = deps;
  return {
    name: "insights",
    description: "Asks a model for role, criticality and dependencies of servers, and about their connections",
    defaultCron: "37 2 * * *",
    defaultBatchSize: 10,
    unavailable: () => (model.isAvailable ? undefined : "no model is configured"),
    async due(tenantId, { ciIds }) {
      if (ciIds) return ciIds.length;
      let found = await insightTasksStore.countQueued(postgres, tenantId);
      const until = performance.now() + TURN_MS;
      let after = { at: "", id: "" };
      while (found < maxCis) {
        const rows = await insightsGraph.servers(graph, tenantId, after, PAGE_SIZE);
        found += (
          await insightTasksStore.unknown(
            postgres,
            tenantId,
            rows.map(({ id }) => id),
          )
        ).length;
        const last = rows.at(-1);
        if (!last || rows.length < PAGE_SIZE) break;
        after = { at: last.createdAt, id: last.id };
        if (performance.now() > until) return Math.max(1, Math.min(found, maxCis));
      }
      return Math.min(found, maxCis);
    },
    takeTurn: (turn) => takeTurn(deps, maxCis, turn),
    dropWaiting: (tenantId) => insightTasksStore.putAside(postgres, tenantId),
  };
}

async function takeTurn(deps: InsightWorkDeps, maxCis: number, turn: EnrichmentTurn): Promise<EnrichmentProgress> {
  const until = performance.now() + TURN_MS;
  const counts = { done: 0, changed: 0, failed: 0 };
  let place: Place | undefined = beginning(turn);
  while (place && counts.done < turn.batchSize && performance.now() < until && !turn.signal.aborted) {
    const { ciId, next }: Found = await findNext(deps, turn, place);
    const outcome = ciId === undefined ? undefined : await processOne(deps, turn, ciId);
    if (outcome?.fault && counts.done === 0) throw outcome.fault;
    if (outcome?.fault) break;
    const taken: number = place.taken + Number(outcome !== undefined);
    place = next && taken < maxCis ? { ...next, taken } : undefined;
    if (!outcome) continue;
    counts.done++;
    counts.changed += Number(outcome.changed);
    counts.failed += Number(outcome.failed);
  }
  const error = counts.failed > 0 ? "Some servers could not be done; they are tried again by the next run" : undefined;
  return { ...counts, next: place && JSON.stringify(place), error };
}

function beginning({ after, scope }: EnrichmentTurn): Place {
  if (after !== undefined) return JSON.parse(after) as Place;
  return { ...(scope.ciIds ? { named: 0 } : { queued: "" }), taken: 0 };
}

type Found = { ciId: string | undefined; next: Place | undefined };

async function findNext({ graph, postgres }: InsightWorkDeps, turn: EnrichmentTurn, place: Place): Promise<Found> {
  const { tenantId, scope } = turn;
  const { taken } = place;
  if ("named" in place) {
    const ids = scope.ciIds ?? [];
    const next = place.named + 1 < ids.length ? { named: place.named + 1, taken } : undefined;
    return { ciId: ids[place.named], next };
  }
  if ("queued" in place) {
    const [ciId] = await insightTasksStore.queued(postgres, tenantId, place.queued, 1);
    return { ciId, next: ciId === undefined ? { at: "", id: "", taken } : { queued: ciId, taken } };
  }
  const rows = await insightsGraph.servers(graph, tenantId, place, PAGE_SIZE);
  const [ciId] = await insightTasksStore.unknown(
    postgres,
    tenantId,
    rows.map(({ id }) => id),
  );
  const last = ciId === undefined ? rows.at(-1) : rows.find(({ id }) => id === ciId);
  const isLeft = ciId !== undefined || rows.length === PAGE_SIZE;
  return { ciId, next: last && isLeft ? { at: last.createdAt, id: last.id, taken } : undefined };
}

/** Undefined while another process is at the CI. */
async function processOne(deps: InsightWorkDeps, turn: EnrichmentTurn, ciId: string): Promise<CiOutcome | undefined> {
  const { tenantId, runId, signal } = turn;
  const task = await insightTasksStore.claim(deps.postgres, tenantId, ciId, LEASE_SECONDS);
  return task && processCi(deps, { tenantId, runId, signal, log: deps.log }, task);
}
