import type { RequestContext } from "../../../context.ts";
import { mustGet } from "../../../model/must-get.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph, GraphTx } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Outbox, Publish } from "../../../platform/jobs/outbox.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { insertRelationships } from "../../relationships/index.ts";
import type { SoftwareFamilyName } from "../engine/index.ts";
import type { AskNames } from "./ask-names.ts";
import { ensureCis, type NeededCi } from "./ensure-cis.ts";
import { type FamiliesDeps, type FoundFamily, familiesOf, unknownFamilies } from "./families-of.ts";
import { createFamilyCache, type FamilyCache } from "./family-cache.ts";
import type { FamilyAnswer } from "./model-questions.ts";
import { pipelineGraph, type Subject } from "./pipeline.graph.store.ts";
import { isHumanAttribute, withPipelineValues } from "./pipeline-values.ts";
import { lacksFamily } from "./triggers.ts";

interface FamilyDeps extends FamiliesDeps {
  outbox: Outbox;
  clock: Clock;
}

/**
 * Assigns families (rule 10 in section 1 of the interface specification): each Software CI without a family gets one of
 * the 13 (created if absent), `family_id` and a `Member Of` relationship, unless a person set or removed its family. Returns how
 * many it changed.
 */
export function createAssignFamily(deps: FamilyDeps) {
  const cache = createFamilyCache(deps.clock);
  return async (ctx: RequestContext, ids: readonly string[]): Promise<number> => {
    const { used, changed } = await deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const unassigned = (await pipelineGraph.subjects(tx.run, ctx.tenantId, ids)).filter(({ ci }) => needsFamily(ci));
      const found = await familiesOf(deps, ctx.tenantId, unassigned);
      const names = found.map(({ family }) => family);
      const work: FamilyWork = { tx, ctx, publish, clock: deps.clock, at: isoNow(deps.clock) };
      const idOf = await ensureFamilies(work, cache, unassigned, names);
      return { used: idOf, changed: await write(work, unassigned, found, idOf) };
    });
    cache.set(ctx.tenantId, used);
    return changed;
  };
}

function needsFamily(ci: StoredCi): boolean {
  return ci.type === "software" && lacksFamily(ci.attributes) && !isHumanAttribute(ci, "family_id");
}

/** Asks the model for families that nothing else gives, before any lock. False: another process is asking. */
export function createPrepareFamily(deps: FamiliesDeps & { graph: Graph; families: AskNames<FamilyAnswer> }) {
  return async (ctx: RequestContext, ids: readonly string[], runId?: string): Promise<boolean> => {
    const found = await pipelineGraph.subjects(deps.graph.read, ctx.tenantId, ids);
    const open = found.filter(({ ci, familyId }) => familyId === undefined && needsFamily(ci));
    const names = await unknownFamilies(deps, ctx.tenantId, open);
    return deps.families.prepare(ctx.tenantId, names, ctx.signal, runId);
  };
}

interface FamilyWork {
  tx: GraphTx;
  ctx: RequestContext;
  publish: Publish;
  clock: Clock;
  /** ISO 8601: when the families are assigned. */
  at: string;
}

type FamilyIds = Map<SoftwareFamilyName, string>;

/** Ids of the needed families: from the cache if the CI still exists, else found or created. */
async function ensureFamilies(
  { tx, ctx, at, publish }: FamilyWork,
  cache: FamilyCache,
  open: readonly Subject[],
  names: readonly SoftwareFamilyName[],
): Promise<FamilyIds> {
  const wanted = new Set(names.filter((_, index) => open[index]!.familyId === undefined));
  const known: FamilyIds = cache.get(ctx.tenantId);
  const existing = new Set((await ciWrites.lock(tx, ctx.tenantId, [...known.values()])).map(({ ci }) => ci.id));
  const ids: FamilyIds = new Map([...known].filter(([, id]) => existing.has(id)));
  const missing = [...wanted].filter((name) => !ids.has(name)).map((name) => neededFamily(ctx.tenantId, name));
  if (missing.length === 0) return ids;
  const made = await ensureCis(tx, ctx, missing, at, publish);
  for (const { id, name } of missing) ids.set(name, mustGet(made, id));
  return ids;
}

function neededFamily(tenantId: string, name: SoftwareFamilyName): NeededCi & { name: SoftwareFamilyName } {
  return {
    id: derivedId("software_family", tenantId, name),
    type: "software_family",
    name,
    attributes: {},
    isSame: () => true,
  };
}

async function write(
  { tx, ctx, publish, clock, at }: FamilyWork,
  unassigned: readonly Subject[],
  found: readonly FoundFamily[],
  idOf: FamilyIds,
): Promise<number> {
  const locked = await ciWrites.lock(
    tx,
    ctx.tenantId,
    unassigned.map(({ ci }) => ci.id),
  );
  const byId = new Map(locked.map((one) => [one.ci.id, one]));
  const ready = unassigned.flatMap(({ ci, familyId }, index) => {
    const before = byId.get(ci.id);
    const { family, values: familyValues } = found[index]!;
    if (!before || !needsFamily(before.ci)) return [];
    const values =
      familyId === undefined ? { ...familyValues, family_id: mustGet(idOf, family) } : { family_id: familyId };
    return [{ before, isLinked: familyId !== undefined, values }];
  });
  const links = ready.filter(({ isLinked }) => !isLinked);
  await insertRelationships(
    tx,
    ctx.tenantId,
    links.map(({ before, values }) => ({
      ctx,
      id: derivedId("member_of", ctx.tenantId, before.ci.id, values.family_id),
      repeatable: true,
      input: {
        type: "Member Of",
        sourceCi: before.ci.id,
        targetCi: values.family_id,
        discoveredBy: "software-pipeline",
      },
    })),
    publish,
    clock,
  );
  const changes = ready.flatMap(({ before, values }) => {
    const after = withPipelineValues(before.ci, values, at);
    return after === before.ci ? [] : [{ locked: before, after }];
  });
  writeChanges(tx, ctx, changes, publish);
  return changes.length;
}
