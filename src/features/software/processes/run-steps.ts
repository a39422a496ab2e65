import type { RequestContext } from "../../../context.ts";
import { type AnalyzeDeps, analyze } from "./analyze.ts";
import { type ApplyCounts, type ApplyDeps, type ApplyPlace, applyBatch } from "./apply.ts";
import {
  type EnrichCounts,
  type EnrichDeps,
  type EnrichedBatch,
  enrichMappings,
  enrichSoftware,
  nameSoftware,
  noCounts,
} from "./enrich.ts";
import { createFamilies, type FixCounts, type FixDeps, fixLevel, LEVELS, noFixes } from "./fix-hierarchy.ts";
import { mappingNamesStore } from "./mapping-names.store.ts";
import { processGraph } from "./process.graph.store.ts";
import { processRelationshipsGraph } from "./process-relationships.graph.store.ts";
import type { Run, RunOptions } from "./runs.store.ts";

export const STEPS = ["analyze", "enrich", "apply", "fix-relationships", "identify"] as const;
export type StepName = (typeof STEPS)[number];

/** Results of the steps so far, as the run shows them. */
export type RunResult = Record<string, unknown>;

/** One batch of a step. */
export interface StepBatch {
  /** Where the next batch begins, as JSON; undefined at the step's end. */
  place: unknown;
  /** Number of items processed. */
  processed: number;
  result: RunResult;
}

/** A step processes its items in batches; repeating a batch changes nothing. */
export interface Step {
  /** Number of items to process, as far as known beforehand. */
  total(ctx: RequestContext, options: RunOptions): Promise<number>;
  batch(ctx: RequestContext, options: RunOptions, place: unknown, result: RunResult): Promise<StepBatch>;
}

export interface StepsDeps extends EnrichDeps, AnalyzeDeps, ApplyDeps, FixDeps {
  postgres: EnrichDeps["postgres"];
  /** Items per batch; default: the step's own size. */
  batchSize?: number | undefined;
}

const BATCH_SIZES = { enrich: 20, apply: 500, fix: 500 } as const;

/** The steps of a run, in their order. */
export function stepsOf({ mode, options }: Pick<Run, "mode" | "options">): StepName[] {
  if (mode !== "all") return [mode];
  const all: StepName[] = ["analyze", "enrich", "apply", "fix-relationships"];
  return options.skipAnalysis ? all.slice(1) : all;
}

/** Why a run through all its steps is no success; undefined if it is one. */
export function failureOf({ enrich, identify }: RunResult): string | undefined {
  const { asked, unanswered } = { ...noCounts(), ...((enrich ?? identify) as Partial<EnrichCounts> | undefined) };
  if (asked === 0 || unanswered < asked) return undefined;
  return `The model answered none of the questions about ${asked} products; what the other sources gave is kept`;
}

export function createSteps(deps: StepsDeps): Readonly<Record<StepName, Step>> {
  return {
    analyze: {
      total: async () => 1,
      batch: async (ctx) => ({ place: undefined, processed: 1, result: { analysis: await analyze(deps, ctx) } }),
    },
    enrich: enrichStep(deps),
    apply: applyStep(deps),
    "fix-relationships": fixStep(deps),
    identify: identifyStep(deps),
  };
}

function limited(total: number, { limit }: RunOptions): number {
  return Math.min(total, limit ?? total);
}

async function countUnnamed(deps: StepsDeps, { tenantId }: RequestContext, { family }: RunOptions): Promise<number> {
  const mappedNameKeys = await mappingNamesStore.softwareKeysWithNames(deps.postgres, tenantId);
  return processGraph.countUnnamed(deps.graph, tenantId, { mappedNameKeys, family });
}

function sum<T extends Record<string, number>>(before: T, more: T): T {
  return Object.fromEntries(Object.keys(more).map((key) => [key, (before[key] ?? 0) + more[key]!])) as T;
}

interface PhasePlace {
  phase: number;
  after: string;
}

const START: PhasePlace = { phase: 0, after: "" };

/** Where the next batch begins: behind the last item, else in the next phase; undefined after the last phase. */
function nextPlace(phase: number, after: string | undefined, phases: number): PhasePlace | undefined {
  if (after !== undefined) return { phase, after };
  return phase + 1 < phases ? { phase: phase + 1, after: "" } : undefined;
}

/** The tenant's mappings, then the products of Software CIs. */
function enrichStep(deps: StepsDeps): Step {
  const phases = [enrichMappings, enrichSoftware];
  return {
    async total(ctx, options) {
      const mappings = await mappingNamesStore.countWithoutNames(deps.postgres, ctx.tenantId, options.family);
      return limited(mappings + (await countUnnamed(deps, ctx, options)), options);
    },
    async batch(ctx, options, place, result) {
      const { phase, after } = (place as PhasePlace | undefined) ?? START;
      const counts = { ...noCounts(), ...(result.enrich as Partial<EnrichCounts> | undefined) };
      const limit = limited(deps.batchSize ?? BATCH_SIZES.enrich, {
        limit: options.limit && options.limit - counts.enriched - counts.unresolved,
      });
      const batch = await phases[phase]!(deps, ctx, { family: options.family, after, limit });
      const enrich = sum(counts, batch.counts);
      const isEnough = enrich.enriched + enrich.unresolved >= (options.limit ?? Number.POSITIVE_INFINITY);
      return {
        place: isEnough ? undefined : nextPlace(phase, batch.after, phases.length),
        processed: batch.processed,
        result: { enrich },
      };
    },
  };
}

function applyStep(deps: StepsDeps): Step {
  return {
    async total(ctx) {
      return (await processRelationshipsGraph.totals(deps.graph, ctx.tenantId)).withProcess;
    },
    async batch(ctx, options, place, result) {
      const before = (result.apply as ApplyCounts | undefined) ?? { updated: 0, skipped: 0, unmatched: 0 };
      const maxUpdates = options.limit === undefined ? Number.POSITIVE_INFINITY : options.limit - before.updated;
      const batch = await applyBatch(deps, ctx, {
        place: place as ApplyPlace | undefined,
        size: deps.batchSize ?? BATCH_SIZES.apply,
        maxUpdates,
        family: options.family,
        dryRun: false,
      });
      const { updated, skipped, unmatched } = batch.counts;
      return {
        place: updated >= maxUpdates ? undefined : batch.place,
        processed: updated + skipped + unmatched,
        result: { apply: { ...sum({ ...before }, { ...batch.counts }) } },
      };
    },
  };
}

function fixStep(deps: StepsDeps): Step {
  return {
    async total(ctx, { family }) {
      const counts = LEVELS.map(({ type }) => processGraph.countOfType(deps.graph, ctx.tenantId, type, family));
      return (await Promise.all(counts)).reduce((a, b) => a + b, 0);
    },
    async batch(ctx, { family }, place, result) {
      const before = (result.fixRelationships as FixCounts | undefined) ?? noFixes();
      const { phase, after } = (place as PhasePlace | undefined) ?? START;
      const familiesCreated = place === undefined ? await createFamilies(deps, ctx, family) : 0;
      const limit = deps.batchSize ?? BATCH_SIZES.fix;
      const batch = await fixLevel(deps, ctx, LEVELS[phase]!, { family, after, limit });
      const fixRelationships = sum({ ...before }, { ...batch.counts, familiesCreated });
      return {
        place: nextPlace(phase, batch.after, LEVELS.length),
        processed: batch.processed,
        result: { fixRelationships },
      };
    },
  };
}

/** Processes the Software CIs of the options, else all without process names, or those of a family. */
function identifyStep(deps: StepsDeps): Step {
  const named = async (ctx: RequestContext, ids: readonly string[], from: number): Promise<EnrichedBatch> => {
    const batch = ids.slice(from, from + (deps.batchSize ?? BATCH_SIZES.enrich));
    const next = from + batch.length;
    const counts = await nameSoftware(deps, ctx, batch);
    return { after: next < ids.length ? String(next) : undefined, processed: batch.length, counts };
  };
  return {
    async total(ctx, options) {
      return limited(options.softwareIds?.length ?? (await countUnnamed(deps, ctx, options)), options);
    },
    async batch(ctx, options, place, result) {
      const counts = { ...noCounts(), ...(result.identify as Partial<EnrichCounts> | undefined) };
      const { after } = (place as PhasePlace | undefined) ?? START;
      const left = options.limit && options.limit - counts.enriched - counts.unresolved;
      const limit = limited(deps.batchSize ?? BATCH_SIZES.enrich, { limit: left });
      const batch = options.softwareIds
        ? await named(ctx, options.softwareIds.slice(0, options.limit), Number(after))
        : await enrichSoftware(deps, ctx, { family: options.family, after, limit });
      const identify = sum(counts, batch.counts);
      const isEnough = identify.enriched + identify.unresolved >= (options.limit ?? Number.POSITIVE_INFINITY);
      return {
        place: isEnough ? undefined : nextPlace(0, batch.after, 1),
        processed: batch.processed,
        result: { identify },
      };
    },
  };
}
