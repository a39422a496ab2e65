import type { RequestContext } from "../../../context.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph, GraphTx } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Outbox, Publish } from "../../../platform/jobs/outbox.ts";
import { ciWrites, type LockedCi, type StoredCi, writeChanges } from "../../ci/index.ts";
import { insertRelationships } from "../../relationships/index.ts";
import { SOFTWARE_FAMILIES } from "../engine/index.ts";
import { ensureCis } from "../pipeline/ensure-cis.ts";
import { pipelineGraph } from "../pipeline/pipeline.graph.store.ts";
import { isHumanAttribute, textOf, withPipelineValues } from "../pipeline/pipeline-values.ts";
import type { StepWork } from "../pipeline/run-step.ts";
import { processGraph } from "./process.graph.store.ts";

export interface FixDeps {
  graph: Graph;
  outbox: Outbox;
  clock: Clock;
  /** The pipeline's own steps: instance to software, software to family. */
  steps: Readonly<Record<"link" | "family", StepWork>>;
}

/**
 * `left`: references that a person set, which are not repaired. `instancesLinked` and `softwareAssigned` count the CIs
 * that the pipeline was asked to link.
 */
export interface FixCounts {
  familiesCreated: number;
  instancesLinked: number;
  softwareAssigned: number;
  referencesRepaired: number;
  left: number;
}

export function noFixes(): FixCounts {
  return { familiesCreated: 0, instancesLinked: 0, softwareAssigned: 0, referencesRepaired: 0, left: 0 };
}

/**
 * A level of the hierarchy: a CI type, its parent's type, the attribute that refers to the parent, and the
 * relationship.
 */
interface Level {
  type: "software" | "software_instance";
  parentType: "software" | "software_family";
  key: "family_id" | "software_id";
  relationshipType: "Member Of" | "Instance Of";
  step: "link" | "family";
  counted: "softwareAssigned" | "instancesLinked";
}

/** Instances first: linking them may create software. */
export const LEVELS: readonly Level[] = [
  {
    type: "software_instance",
    parentType: "software",
    key: "software_id",
    relationshipType: "Instance Of",
    step: "link",
    counted: "instancesLinked",
  },
  {
    type: "software",
    parentType: "software_family",
    key: "family_id",
    relationshipType: "Member Of",
    step: "family",
    counted: "softwareAssigned",
  },
];

/** Creates the Software Family CIs that the tenant lacks; returns their number. */
export async function createFamilies(
  { outbox, clock }: FixDeps,
  ctx: RequestContext,
  family: string | undefined,
): Promise<number> {
  const names = SOFTWARE_FAMILIES.filter((name) => family === undefined || name === family);
  return outbox.write(ctx.tenantId, async (tx, publish) => {
    let made = 0;
    const counting: Publish = (on, change) => {
      if (change.kind === "ci.created" || change.kind === "ci.restored") made++;
      publish(on, change);
    };
    const needed = names.map((name) => ({
      // The id that the pipeline derives, so that both create the same CI.
      id: derivedId("software_family", ctx.tenantId, name),
      type: "software_family" as const,
      name,
      attributes: {},
      isSame: () => true,
    }));
    await ensureCis(tx, ctx, needed, isoNow(clock), counting);
    return made;
  });
}

export interface FixedBatch {
  /** `createdAt id` of the last CI; undefined at the end. */
  after: string | undefined;
  processed: number;
  counts: FixCounts;
}

/** Checks the next CIs of a level, and repairs those whose parent is missing or broken. */
export async function fixLevel(
  deps: FixDeps,
  ctx: RequestContext,
  level: Level,
  { family, after, limit }: { family: string | undefined; after: string; limit: number },
): Promise<FixedBatch> {
  const [createdAt = "", id = ""] = after.split(" ");
  const rows = await processGraph.hierarchy(
    deps.graph,
    ctx.tenantId,
    { type: level.type, parentType: level.parentType },
    family,
    { createdAt, id },
    limit,
  );
  const broken = rows.filter(
    ({ reference, parentExists, linked }) => reference !== null && !(parentExists && linked.includes(reference)),
  );
  const { repaired, cleared, left } = await repair(
    deps,
    ctx,
    level,
    broken.map((row) => row.id),
  );
  const open = [...rows.filter(({ reference }) => reference === null).map((row) => row.id), ...cleared];
  if (open.length > 0) await deps.steps[level.step](ctx, open);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    after: last && `${last.createdAt} ${last.id}`,
    processed: rows.length,
    counts: { ...noFixes(), [level.counted]: open.length, referencesRepaired: repaired, left },
  };
}

interface Repaired {
  repaired: number;
  /** CIs whose reference led nowhere and was removed: to be linked anew. */
  cleared: string[];
  left: number;
}

/** Repairs by precedence: a reference that a person set, then the relationship, then the reference. */
async function repair(deps: FixDeps, ctx: RequestContext, level: Level, ids: readonly string[]): Promise<Repaired> {
  if (ids.length === 0) return { repaired: 0, cleared: [], left: 0 };
  return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
    const at = isoNow(deps.clock);
    const subjects = await pipelineGraph.subjects(tx.run, ctx.tenantId, ids);
    const references = subjects.flatMap(({ ci }) => textOf(ci.attributes, level.key) ?? []);
    const existing = await existingOf(tx, ctx.tenantId, references, level.parentType);
    const locked = new Map((await ciWrites.lock(tx, ctx.tenantId, [...ids])).map((one) => [one.ci.id, one]));
    const changes: { locked: LockedCi; after: StoredCi }[] = [];
    const links: { id: string; parentId: string }[] = [];
    const result: Repaired = { repaired: 0, cleared: [], left: 0 };
    for (const { ci, softwareId, familyId } of subjects) {
      const before = locked.get(ci.id);
      if (!before || before.ci.type !== level.type) continue;
      const reference = textOf(before.ci.attributes, level.key);
      const linked = level.key === "software_id" ? softwareId : familyId;
      const isSetByPerson = isHumanAttribute(before.ci, level.key);
      if (linked === undefined && reference !== undefined && existing.has(reference)) {
        links.push({ id: ci.id, parentId: reference });
        result.repaired++;
      } else if (isSetByPerson) result.left++;
      else if (linked !== undefined) {
        const after = withPipelineValues(before.ci, { [level.key]: linked }, at);
        if (after !== before.ci) changes.push({ locked: before, after });
        result.repaired++;
      } else {
        changes.push({ locked: before, after: withoutReference(before.ci, level.key, at) });
        result.cleared.push(ci.id);
      }
    }
    await link(deps, tx, ctx, level, links, publish);
    writeChanges(tx, ctx, changes, publish);
    return { ...result, repaired: result.repaired + result.cleared.length };
  });
}

/** The ids that exist as CIs of the type. */
async function existingOf(tx: GraphTx, tenantId: string, ids: readonly string[], type: string): Promise<Set<string>> {
  const found = await pipelineGraph.subjects(tx.run, tenantId, [...new Set(ids)]);
  return new Set(found.filter(({ ci }) => ci.type === type).map(({ ci }) => ci.id));
}

async function link(
  { clock }: FixDeps,
  tx: GraphTx,
  ctx: RequestContext,
  level: Level,
  links: readonly { id: string; parentId: string }[],
  publish: Publish,
): Promise<void> {
  const wanted = links.map(({ id, parentId }) => ({
    ctx,
    // The ids that the pipeline derives.
    id: derivedId(level.relationshipType === "Instance Of" ? "instance_of" : "member_of", ctx.tenantId, id, parentId),
    repeatable: true,
    input: { type: level.relationshipType, sourceCi: id, targetCi: parentId, discoveredBy: "software-pipeline" },
  }));
  if (wanted.length > 0) await insertRelationships(tx, ctx.tenantId, wanted, publish, clock);
}

function withoutReference(ci: StoredCi, key: string, at: string): StoredCi {
  const { [key]: _, ...attributes } = ci.attributes;
  const { [`attributes.${key}`]: __, ...provenance } = ci.provenance;
  return { ...ci, attributes, provenance, version: ci.version + 1, updatedAt: at, updatedBy: "system" };
}
