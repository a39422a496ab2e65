import type { RequestContext } from "../../../context.ts";
import { mustGet } from "../../../model/must-get.ts";
import { briefSnapshot } from "../../../model/relationships.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph, GraphTx } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Outbox, Publish } from "../../../platform/jobs/outbox.ts";
import { ciWrites, type LockedCi, type StoredCi, writeChanges } from "../../ci/index.ts";
import type { ReapplyPlace } from "../mappings/reapplication.store.ts";
import type { Classified, SoftwareIdentifier } from "../ports.ts";
import { pipelineGraph } from "./pipeline.graph.store.ts";
import { textOf } from "./pipeline-values.ts";
import { programOf } from "./program-of.ts";
import { hasOtherProduct, withClassification, withFamily } from "./reclassify.ts";

/** Look-ups of mappings by id. */
export interface KnownMappings {
  isBuiltIn(mappingId: string): boolean;
  /** The ids that the tenant's own mappings have, in any status. */
  existingIds(tenantId: string, ids: readonly string[]): Promise<Set<string>>;
}

export interface ReapplyDeps {
  graph: Graph;
  outbox: Outbox;
  clock: Clock;
  identifier: Pick<SoftwareIdentifier, "classify">;
  mappings: KnownMappings;
}

/** Processes a page of instances, without a place the first one; returns where the next begins, undefined at the end. */
export type ReapplyMappings = (
  ctx: RequestContext,
  place: ReapplyPlace | undefined,
) => Promise<ReapplyPlace | undefined>;

/** Small, so that a turn ends in time where a tenant has thousands of costly patterns. */
const PAGE_SIZE = 200;
/** Instances per transaction. */
const BATCH_SIZE = 100;

/**
 * Applies the tenant's current mappings to its instances: an instance that another mapping matches takes its values,
 * one whose mapping was deleted is classified without it. The triggers link changed products anew. Keeps values that
 * people set, and values of a mapping that is in review.
 */
export function createReapplyMappings(deps: ReapplyDeps): ReapplyMappings {
  return async (ctx, place = { at: "", id: "" }) => {
    const { tenantId } = ctx;
    const rows = await pipelineGraph.unfinished(deps.graph, tenantId, "software_instance", place, PAGE_SIZE);
    const ids = rows.map(({ id }) => id);
    const cis = (await pipelineGraph.subjects(deps.graph.read, tenantId, ids)).map(({ ci }) => ci);
    const concerned = (await readChanges(deps, tenantId, cis)).map(({ ci }) => ci.id);
    for (let from = 0; from < concerned.length; from += BATCH_SIZE) {
      ctx.signal?.throwIfAborted();
      await applyChanges(deps, ctx, concerned.slice(from, from + BATCH_SIZE));
    }
    const last = rows.length < PAGE_SIZE ? undefined : rows.at(-1);
    return last && { at: last.createdAt, id: last.id };
  };
}

interface Change {
  ci: StoredCi;
  after: StoredCi;
}

/** The instances whose values differ from what the tenant's own mappings give now. */
async function readChanges(
  { identifier, mappings, clock }: ReapplyDeps,
  tenantId: string,
  cis: readonly StoredCi[],
): Promise<Change[]> {
  const classified = await identifier.classify(tenantId, cis.map(programOf));
  const isTenantMapping = (id: string | null | undefined): id is string =>
    typeof id === "string" && !mappings.isBuiltIn(id);
  const former = cis.flatMap((ci, at) => {
    const previousId = textOf(ci.attributes, "mapping_id");
    return isTenantMapping(previousId) && previousId !== classified[at]!.mappingId ? [previousId] : [];
  });
  const existing = await mappings.existingIds(tenantId, [...new Set(former)]);
  const at = isoNow(clock);
  return cis.flatMap((ci, index): Change[] => {
    const found: Classified = classified[index]!;
    const previousId = textOf(ci.attributes, "mapping_id");
    const isDeleted = isTenantMapping(previousId) && previousId !== found.mappingId && !existing.has(previousId);
    if (ci.type !== "software_instance" || !(isTenantMapping(found.mappingId) || isDeleted)) return [];
    const after = withClassification(ci, found, at);
    return after === ci ? [] : [{ ci, after }];
  });
}

async function applyChanges(deps: ReapplyDeps, ctx: RequestContext, ids: readonly string[]): Promise<void> {
  const { tenantId } = ctx;
  await deps.outbox.write(tenantId, async (tx, publish) => {
    const { softwareOf, locked } = await lockWithSoftware(tx, tenantId, ids);
    const current = ids.flatMap((id) => locked.get(id)?.ci ?? []);
    const changes = await readChanges(deps, tenantId, current);
    const work: ReapplyWork = { tx, ctx, publish, softwareOf, locked };
    await unlink(work, changes);
    const families = await changedFamilies(work, changes, isoNow(deps.clock));
    const written = changes.map(({ ci, after }) => ({ locked: mustGet(locked, ci.id), after }));
    writeChanges(tx, ctx, [...written, ...families], publish);
  });
}

/** Locks the instances and their Software CIs, also those that another transaction linked while this one waited. */
async function lockWithSoftware(
  tx: GraphTx,
  tenantId: string,
  ids: readonly string[],
): Promise<Pick<ReapplyWork, "softwareOf" | "locked">> {
  const locked = new Map<string, LockedCi>();
  for (;;) {
    const subjects = await pipelineGraph.subjects(tx.run, tenantId, ids);
    const softwareOf = new Map(subjects.map(({ ci, softwareId }) => [ci.id, softwareId]));
    const wanted = subjects.flatMap(({ ci, softwareId }) => (softwareId === undefined ? [ci.id] : [ci.id, softwareId]));
    const toLock = [...new Set(wanted)].filter((id) => !locked.has(id));
    const found = toLock.length > 0 ? await ciWrites.lock(tx, tenantId, toLock) : [];
    if (found.length === 0) return { softwareOf, locked };
    for (const one of found) locked.set(one.ci.id, one);
  }
}

interface ReapplyWork {
  tx: GraphTx;
  ctx: RequestContext;
  publish: Publish;
  /** The Software CI of each instance. */
  softwareOf: ReadonlyMap<string, string | undefined>;
  /** CIs by their ids, locked. */
  locked: ReadonlyMap<string, LockedCi>;
}

/** Deletes the pipeline's links of instances whose product changed. */
async function unlink({ tx, ctx, publish, softwareOf }: ReapplyWork, changes: readonly Change[]): Promise<void> {
  const { tenantId } = ctx;
  const others = changes.filter(({ ci, after }) => hasOtherProduct(ci, after));
  const links = others.flatMap(({ ci, after }) => {
    const softwareId = softwareOf.get(ci.id);
    const isKept = softwareId === undefined || after.attributes.software_id !== undefined;
    return isKept ? [] : [derivedId("instance_of", tenantId, ci.id, softwareId)];
  });
  publishUnlinked(ctx, await pipelineGraph.unlink(tx, tenantId, "INSTANCE_OF", links), "INSTANCE_OF", publish);
  const nameless = others.filter(({ after }) => after.attributes.cpe === undefined).map(({ ci }) => ci.id);
  await pipelineGraph.unlinkCpes(tx, tenantId, nameless);
}

/** Software CIs whose family a mapping changed, with their old membership deleted; the triggers assign the new one. */
async function changedFamilies(
  { tx, ctx, publish, softwareOf, locked }: ReapplyWork,
  changes: readonly Change[],
  at: string,
): Promise<{ locked: LockedCi; after: StoredCi }[]> {
  const newFamilies = new Map<string, string>();
  for (const { ci, after } of changes) {
    const family = textOf(after.attributes, "software_family");
    const softwareId = softwareOf.get(ci.id);
    if (softwareId === undefined || family === undefined || hasOtherProduct(ci, after)) continue;
    if (family !== textOf(ci.attributes, "software_family")) newFamilies.set(softwareId, family);
  }
  const found = [...newFamilies].flatMap(([id, family]) => {
    const before = locked.get(id);
    const after = before && withFamily(before.ci, family, at);
    return before && after && after !== before.ci ? [{ locked: before, after }] : [];
  });
  const links = found.flatMap(({ locked: { ci } }) => {
    const familyId = textOf(ci.attributes, "family_id");
    return familyId === undefined ? [] : [derivedId("member_of", ctx.tenantId, ci.id, familyId)];
  });
  publishUnlinked(ctx, await pipelineGraph.unlink(tx, ctx.tenantId, "MEMBER_OF", links), "MEMBER_OF", publish);
  return found;
}

function publishUnlinked(
  ctx: RequestContext,
  removed: readonly { id: string; source: string; target: string }[],
  graphType: "INSTANCE_OF" | "MEMBER_OF",
  publish: Publish,
): void {
  for (const { id, source, target } of removed) {
    const before = briefSnapshot({ id, graphType, source, target });
    const subject = { kind: "relationship", id } as const;
    publish(ctx, { kind: "relationship.deleted", subject, version: 2, before, after: null });
  }
}
