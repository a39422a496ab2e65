import { systemContext } from "../../context.ts";
import { coerceError } from "../../errors.ts";
import { savedCi } from "../../model/changes.ts";
import { isEqualJson } from "../../model/merge-patch.ts";
import type { EnrichmentProgress, EnrichmentTurn, EnrichmentWork } from "../../platform/enrichment.ts";
import { newId } from "../../platform/ids.ts";
import type { ChangeConsumer } from "../../platform/jobs/changes.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { cisOfScan } from "../inventory/index.ts";
import { createPropose, type DiscoverDeps } from "./discover.ts";
import { mayHaveProposals, observe } from "./observe.ts";
import { proposalsGraph } from "./proposals.graph.store.ts";
import { DEFAULT_MIN_CONFIDENCE } from "./proposals.model.ts";
import { proposalsStore } from "./proposals.store.ts";

const TURN_MS = 1_000;
/** CIs that share the queries of one observation; one that fails is tried apart. */
const GROUP = 20;
const MAX_COUNTED = 10_000;

type Item = { ciId: string; round?: string };

/** CIs whose connections or fields changed become due. Software has no proposals. */
export const proposalWorkConsumer: ChangeConsumer = async (tx, tenantId, changes) => {
  const changed: string[] = [];
  for (const change of changes) {
    if (change.kind === "scan.completed") {
      const scanned = await cisOfScan(tx, tenantId, change.subject.id);
      changed.push(...scanned.filter((one) => one.changed).map(({ ciId }) => ciId));
      const same = scanned.filter((one) => !one.changed).map(({ ciId }) => ciId);
      await proposalsStore.addWork(tx, tenantId, same, true);
    }
    const ci = savedCi(change);
    if (ci && mayHaveProposals(ci.type) && !(change.kind === "ci.updated" && hasSameFields(change)))
      changed.push(ci.id);
  }
  await proposalsStore.addWork(tx, tenantId, changed);
};

function hasSameFields({ before, after }: { before: Fields; after: Fields }): boolean {
  return isEqualJson(
    [before.attributes, before.custom_fields, before.name],
    [after.attributes, after.custom_fields, after.name],
  );
}
interface Fields {
  name: string;
  attributes: unknown;
  custom_fields: unknown;
}

/** Proposals as enrichment runs: of all CIs that changed, of named ones, or of those of one scan. */
export function createProposalEnrichment(deps: DiscoverDeps & { postgres: Postgres }): EnrichmentWork {
  const propose = createPropose(deps);
  const run = async (turn: EnrichmentTurn, items: readonly Item[]): Promise<number> => {
    const ctx = { ...systemContext(turn.tenantId, newId()), signal: turn.signal };
    const found = await observe(
      deps,
      turn.tenantId,
      items.map(({ ciId }) => ciId),
    );
    const { proposals } = await propose(ctx, found, DEFAULT_MIN_CONFIDENCE, { runId: turn.runId });
    const done = items.flatMap(({ ciId, round }) => (round === undefined ? [] : [{ ciId, round }]));
    await proposalsStore.completeWork(deps.postgres, turn.tenantId, done);
    return proposals.filter(({ isChanged }) => isChanged).length;
  };
  return {
    name: "relationships",
    description: "Proposes relationships from observed connections, from fields that name another CI, and from names",
    defaultCron: "30 3 * * *",
    defaultBatchSize: 100,
    async due(tenantId, scope) {
      if (scope.ciIds) return scope.ciIds.length;
      if (scope.scanId !== undefined) return (await cisOfScan(deps.postgres, tenantId, scope.scanId)).length;
      if (!scope.force) return proposalsStore.countDue(deps.postgres, tenantId);
      return (await proposalsGraph.page(deps.graph, tenantId, "", MAX_COUNTED)).length;
    },
    async takeTurn(turn) {
      const { items, next } = await itemsOf(deps, turn);
      const until = performance.now() + TURN_MS;
      const progress: EnrichmentProgress = { done: 0, changed: 0, failed: 0, next };
      for (let start = 0; start < items.length; start += GROUP) {
        turn.signal.throwIfAborted();
        if (start > 0 && performance.now() >= until) return { ...progress, next: items[start - 1]!.ciId };
        await runGroup(turn, items.slice(start, start + GROUP), run, progress);
      }
      return progress;
    },
  };
}

/** A group that fails is tried CI by CI, so that one bad CI costs no other. */
async function runGroup(
  turn: EnrichmentTurn,
  group: readonly Item[],
  run: (turn: EnrichmentTurn, items: readonly Item[]) => Promise<number>,
  progress: EnrichmentProgress,
): Promise<void> {
  progress.done += group.length;
  try {
    progress.changed += await run(turn, group);
  } catch {
    turn.signal.throwIfAborted();
    for (const item of group) {
      try {
        progress.changed += await run(turn, [item]);
      } catch (error) {
        turn.signal.throwIfAborted();
        progress.failed++;
        progress.error = coerceError(error).message.slice(0, 300);
      }
    }
  }
}

async function itemsOf(
  { postgres, graph }: Pick<DiscoverDeps, "postgres" | "graph">,
  { tenantId, scope, after = "", batchSize }: EnrichmentTurn,
): Promise<{ items: Item[]; next: string | undefined }> {
  const named =
    scope.ciIds ?? (scope.scanId === undefined ? undefined : await scannedIds(postgres, tenantId, scope.scanId));
  if (named)
    return pageOf(
      [...new Set(named)].sort().filter((id) => id > after),
      batchSize,
    );
  if (!scope.force) {
    const due = await proposalsStore.dueWork(postgres, tenantId, after, batchSize);
    return { items: due, next: due.length < batchSize ? undefined : due.at(-1)?.ciId };
  }
  const rows = await proposalsGraph.page(graph, tenantId, after, batchSize);
  const items = rows.filter(({ type }) => mayHaveProposals(type)).map(({ id }) => ({ ciId: id }));
  return { items, next: rows.length < batchSize ? undefined : rows.at(-1)?.id };
}

async function scannedIds(postgres: Postgres, tenantId: string, scanId: string): Promise<string[]> {
  return (await cisOfScan(postgres, tenantId, scanId)).map(({ ciId }) => ciId);
}

function pageOf(ids: readonly string[], limit: number): { items: Item[]; next: string | undefined } {
  const items = ids.slice(0, limit).map((ciId) => ({ ciId }));
  return { items, next: ids.length > limit ? items.at(-1)?.ciId : undefined };
}
