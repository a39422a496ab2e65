import { type RequestContext, systemContext } from "../../../src/context.ts";
import { createEnrichment, createEnrichmentNews, type EnrichmentDeps } from "../../../src/features/enrichment/index.ts";
import { TAKE_TURN } from "../../../src/features/enrichment/job-refs.ts";
import { sumCallsOfRuns } from "../../../src/platform/ai/index.ts";
import type {
  EnrichmentName,
  EnrichmentProgress,
  EnrichmentTurn,
  EnrichmentWork,
} from "../../../src/platform/enrichment.ts";
import type { NamedFeature } from "../../../src/platform/feature.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { JobRef } from "../../../src/platform/jobs/job-ref.ts";
import { testAccess, testTenant } from "../../support/access.ts";
import { testClock } from "../../support/clock.ts";
import { log, scratchDatabase } from "../../support/scratch.ts";

/** A work over numbered items, as the tests want it. */
export interface TestWork extends EnrichmentWork {
  items: number;
  /** By tenant: the items that were done, in their order. */
  done: Map<string, number[]>;
  beforeItem(item: number, turn: EnrichmentTurn): Promise<void> | void;
  reason: string | undefined;
  dropped: string[];
}

export function testWork(name: EnrichmentName, own: Partial<TestWork> = {}): TestWork {
  const work: TestWork = {
    name,
    description: `The ${name} of the tests`,
    defaultCron: "17 * * * *",
    defaultBatchSize: 10,
    items: 25,
    done: new Map(),
    reason: undefined,
    dropped: [],
    beforeItem: () => {},
    unavailable: () => work.reason,
    due: async () => work.items,
    takeTurn: (turn) => takeItems(work, turn),
    dropWaiting: async (tenantId) => void work.dropped.push(tenantId),
    ...own,
  };
  return work;
}

async function takeItems(work: TestWork, turn: EnrichmentTurn): Promise<EnrichmentProgress> {
  const from = Number(turn.after ?? 0);
  const to = Math.min(from + turn.batchSize, work.items);
  const done = work.done.get(turn.tenantId) ?? [];
  work.done.set(turn.tenantId, done);
  for (let item = from; item < to; item++) {
    await work.beforeItem(item, turn);
    done.push(item);
  }
  return { done: to - from, changed: to - from, failed: 0, next: to < work.items ? String(to) : undefined };
}

export type EnrichmentWorld = Awaited<ReturnType<typeof createEnrichmentWorld>>;

/** Enrichment in a database of its own, with works of the tests. Jobs are recorded as they are sent; `work` runs what is owed. */
export async function createEnrichmentWorld(works: EnrichmentWork[], now?: Date) {
  const { postgres, drop } = await scratchDatabase();
  const clock = testClock(now);
  const access = testAccess(postgres, { clock });
  const sent: { ref: JobRef; payload: object }[] = [];
  const jobs = { send: async (ref: JobRef, payload: object) => void sent.push({ ref, payload }) };
  const feature = { enrichment: works };
  const features: NamedFeature[] = [{ name: "works", feature }];
  const scans = new Set<string>();
  const make = (own: Partial<EnrichmentDeps> = {}) =>
    createEnrichment({
      postgres,
      clock,
      jobs,
      features,
      costsOf: sumCallsOfRuns,
      getEmbeddingStatus: async () => {
        throw new Error("these tests ask for no vectors");
      },
      hasScan: async (tenantId, scanId) => scans.has(`${tenantId} ${scanId}`),
      ...own,
    });
  const enrichment = make();
  const run = async (ref: JobRef, payload: object, signal = new AbortController().signal, by = enrichment) => {
    const job = by.jobs.find((one) => one.ref === ref);
    if (!job) throw new Error(`there is no job ${ref.name}`);
    await job.run(payload, { signal, log });
  };
  return {
    postgres,
    clock,
    works: feature.enrichment,
    enrichment,
    news: createEnrichmentNews({ postgres, clock, log }),
    sent,
    scans,
    make,
    run,
    close: drop,
    newTenant: async (): Promise<RequestContext> => systemContext((await testTenant(access)).id, newId()),

    owed: async () =>
      (
        await Promise.all(
          enrichment.owedWork.map(async ({ ref, find }) => (await find()).map((payload) => ({ ref, payload }))),
        )
      ).flat(),

    /** Tenants whose runs are due for a turn, in their order. */
    async owedTurns(): Promise<string[]> {
      const turns = (await this.owed()).filter(({ ref }) => ref === TAKE_TURN);
      return turns.map(({ payload }) => (payload as { tenantId: string }).tenantId);
    },

    /** Runs what is owed until nothing is; sent jobs are dropped, as in an outage. */
    async work() {
      for (let round = 0; round < 100; round++) {
        const owed = await this.owed();
        if (owed.length === 0) return;
        for (const { ref, payload } of owed) await run(ref, payload);
      }
      throw new Error("there is work without end");
    },

    /** Takes the life of the turn that holds the run: its lease is over. */
    loseLease: (id: string) =>
      postgres.query("update enrichment_runs set claimed_until = now() - interval '1 second' where id = $1", [id]),
    passPauses: () => postgres.query("update enrichment_runs set not_before = now()"),
    all: async (ctx: RequestContext) =>
      (await enrichment.runs.list(ctx, {}, { order: "asc", page: 1, limit: 100, after: undefined })).items,
  };
}
