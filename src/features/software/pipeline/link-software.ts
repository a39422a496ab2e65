import type { RequestContext } from "../../../context.ts";
import { mustGet } from "../../../model/must-get.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph, GraphTx } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Outbox, Publish } from "../../../platform/jobs/outbox.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { insertRelationships } from "../../relationships/index.ts";
import { foldKey, normalizeVendor } from "../engine/index.ts";
import type { AskNames } from "./ask-names.ts";
import { ensureCis, type NeededCi } from "./ensure-cis.ts";
import type { ProductAnswer } from "./model-questions.ts";
import { pipelineGraph, type Subject } from "./pipeline.graph.store.ts";
import { isHumanAttribute, textOf, withPipelineValues } from "./pipeline-values.ts";
import { type NamesDeps, type ProductNames, productNamesOf, unknownNames } from "./product-names.ts";
import { lacksSoftware } from "./triggers.ts";

/**
 * Links instances to software (rule 10 in section 1 of the interface specification): each instance without software
 * gets the Software CI of its generic name and maker (created if absent), `software_id` and an `Instance Of`
 * relationship. Returns how many instances it changed. Instances that are already linked, or whose reference a person set or removed, do not change.
 */
export function createLinkSoftware(deps: NamesDeps & { outbox: Outbox; clock: Clock }) {
  return (ctx: RequestContext, ids: readonly string[]): Promise<number> =>
    deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const at = isoNow(deps.clock);
      const unlinked = (await pipelineGraph.subjects(tx.run, ctx.tenantId, ids)).filter(({ ci }) => needsSoftware(ci));
      const named = await productNamesOf(deps, ctx.tenantId, unlinked);
      const needed = new Map(
        unlinked.flatMap((subject, at): [string, NeededCi][] =>
          subject.softwareId === undefined ? [[subject.ci.id, neededSoftware(ctx.tenantId, named[at]!)]] : [],
        ),
      );
      // Those with a known maker come first: an instance that reports none then finds the product of one that does.
      const inOrder = [...needed.values()].sort(
        (a, b) => Number("vendor" in b.attributes) - Number("vendor" in a.attributes),
      );
      const idOf = await ensureCis(tx, ctx, inOrder, at, publish);
      const targets = unlinked.map(({ ci, softwareId }) => softwareId ?? mustGet(idOf, mustGet(needed, ci.id).id));
      return write({ ...deps, tx, ctx, at, publish }, unlinked, targets, named);
    });
}

/**
 * Asks the model for the product names that neither mappings nor knowledge have, before any lock. False: another
 * process is asking.
 */
export function createPrepareLink(deps: NamesDeps & { graph: Graph; products: AskNames<ProductAnswer> }) {
  return async (ctx: RequestContext, ids: readonly string[], runId?: string): Promise<boolean> => {
    const found = await pipelineGraph.subjects(deps.graph.read, ctx.tenantId, ids);
    const open = found.filter(({ ci, softwareId }) => softwareId === undefined && needsSoftware(ci));
    const names = await unknownNames(
      deps,
      ctx.tenantId,
      open.map(({ ci }) => ci),
    );
    return deps.products.prepare(ctx.tenantId, names, ctx.signal, runId);
  };
}

interface WriteContext {
  tx: GraphTx;
  ctx: RequestContext;
  at: string;
  publish: Publish;
  clock: Clock;
}

async function write(
  { tx, ctx, at, publish, clock }: WriteContext,
  unlinked: readonly Subject[],
  targets: readonly string[],
  named: readonly ProductNames[],
): Promise<number> {
  const toLock = new Set([...unlinked.map(({ ci }) => ci.id), ...targets]);
  const locked = new Map((await ciWrites.lock(tx, ctx.tenantId, [...toLock])).map((one) => [one.ci.id, one]));
  const ready = unlinked.flatMap((subject, index) => {
    const before = locked.get(subject.ci.id);
    const softwareId = targets[index]!;
    if (!before || !needsSoftware(before.ci) || !locked.has(softwareId)) return [];
    // Saved since its product was named, perhaps under another mapping: that save queues it again.
    if (before.ci.version !== subject.ci.version) return [];
    return [{ before, softwareId, isLinked: subject.softwareId !== undefined, values: named[index]!.values }];
  });
  const links = ready.filter(({ isLinked }) => !isLinked);
  await insertRelationships(
    tx,
    ctx.tenantId,
    links.map(({ before, softwareId }) => ({
      ctx,
      id: derivedId("instance_of", ctx.tenantId, before.ci.id, softwareId),
      repeatable: true,
      input: { type: "Instance Of", sourceCi: before.ci.id, targetCi: softwareId, discoveredBy: "software-pipeline" },
    })),
    publish,
    clock,
  );
  const changes = ready.flatMap(({ before, softwareId, values }) => {
    const after = withPipelineValues(before.ci, { ...values, software_id: softwareId }, at);
    return after === before.ci ? [] : [{ locked: before, after }];
  });
  writeChanges(tx, ctx, changes, publish);
  return changes.length;
}

function needsSoftware(ci: StoredCi): boolean {
  return ci.type === "software_instance" && lacksSoftware(ci.attributes) && !isHumanAttribute(ci, "software_id");
}

const MAX_NAME_LENGTH = 255;

function neededSoftware(tenantId: string, { name, vendor, family, kind, isFamilyGuess }: ProductNames): NeededCi {
  const ciName = [...name.trim()].slice(0, MAX_NAME_LENGTH).join("") || "unknown";
  const maker = normalizeVendor(vendor)?.key ?? "";
  return {
    id: derivedId("software", tenantId, maker, foldKey(ciName) || ciName.toLowerCase()),
    type: "software",
    name: ciName,
    attributes: {
      ...(vendor !== undefined && { vendor }),
      ...(kind !== undefined && { kind }),
      ...(family !== undefined && { family, ...(isFamilyGuess && { family_source: "pattern" }) }),
    },
    isSame(attributes) {
      const other = normalizeVendor(textOf(attributes, "vendor"))?.key ?? "";
      return maker === "" || other === "" || maker === other;
    },
  };
}
