import type { RequestContext } from "../../context.ts";
import { invalid, notFound, type Violation } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import { newId } from "../../platform/ids.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import type { Fields } from "../ci/index.ts";
import {
  insertRelationships,
  patchRelationships,
  type RelationshipToInsert,
  removeRelationships,
} from "../relationships/index.ts";
import type { NewComponent } from "./service.model.ts";
import { type Link, servicesGraph } from "./services.graph.store.ts";

/** Throws 400 naming each component that is the service itself or a duplicate. */
export function checkComponents(serviceId: string, components: readonly NewComponent[]): void {
  const faults: Violation[] = [];
  const seen = new Set<string>();
  for (const [i, { ciId }] of components.entries()) {
    const field = `components.${i}.ci_id`;
    if (ciId === serviceId) faults.push({ field, reason: "must be another CI than the service itself" });
    else if (seen.has(ciId)) faults.push({ field, reason: "is a component already" });
    seen.add(ciId);
  }
  if (faults.length > 0) throw invalid(faults);
}

/** Links the components of a service that has none. Throws 404 naming each component that does not exist. */
export async function linkComponents(
  tx: GraphTx,
  ctx: RequestContext,
  serviceId: string,
  components: readonly NewComponent[],
  publish: Publish,
  clock: Clock,
): Promise<void> {
  await insertLinks(tx, ctx, serviceId, [...components.entries()], publish, clock);
}

/**
 * Replaces the components of a service: adds, removes and changes links; an equal link is not written. The caller holds the
 * service's lock. Throws 404 naming each component that does not exist.
 */
export async function replaceLinks(
  tx: GraphTx,
  ctx: RequestContext,
  serviceId: string,
  components: readonly NewComponent[],
  publish: Publish,
  clock: Clock,
): Promise<void> {
  const current = await servicesGraph.links(tx, ctx.tenantId, serviceId);
  const declared = new Map(current.filter(({ aiFound }) => !aiFound).map((link) => [link.ciId, link]));
  const wanted = new Set(components.map(({ ciId }) => ciId));
  // A declared component replaces one that an AI model found.
  const removed = current.filter(({ ciId, aiFound }) => wanted.has(ciId) === aiFound);
  await removeRelationships(
    tx,
    ctx,
    removed.map(({ id }) => id),
    publish,
  );
  const changed = components.flatMap((component) => {
    const link = declared.get(component.ciId);
    return link && differs(component, link) ? [{ component, link }] : [];
  });
  if (changed.length > 0) await patchRelationships(tx, ctx, changed.map(changeOf), publish, clock);
  const added = [...components.entries()].filter(([, { ciId }]) => !declared.has(ciId));
  await insertLinks(tx, ctx, serviceId, added, publish, clock);
}

function differs(component: NewComponent, { attributes }: Link): boolean {
  return Object.entries(patchOf(component)).some(([key, value]) => (attributes[key] ?? null) !== value);
}

function changeOf({ component, link }: { component: NewComponent; link: Link }) {
  return { id: link.id, patchOf: () => patchOf(component) };
}

/** Patch of a kept component. Unset fields are removed: the list is replaced, not merged. */
function patchOf({ role, criticality, redundancyGroup }: NewComponent): Fields {
  return {
    role: role ?? null,
    criticality: criticality ?? null,
    redundancy_group: redundancyGroup ?? null,
    redundancyGroup: null,
  };
}

async function insertLinks(
  tx: GraphTx,
  ctx: RequestContext,
  serviceId: string,
  components: readonly (readonly [number, NewComponent])[],
  publish: Publish,
  clock: Clock,
): Promise<void> {
  if (components.length === 0) return;
  const wanted = components.map(([, component]): RelationshipToInsert => {
    const said = Object.entries(patchOf(component)).filter(([, value]) => value !== null);
    const input = {
      type: "part_of",
      sourceCi: component.ciId,
      targetCi: serviceId,
      attributes: Object.fromEntries(said),
    };
    return { ctx, id: newId(), repeatable: false, input };
  });
  const insertions = await insertRelationships(tx, ctx.tenantId, wanted, publish, clock);
  const unknown = insertions.flatMap((insertion, i) =>
    "missing" in insertion ? [`components.${components[i]![0]}.ci_id`] : [],
  );
  if (unknown.length > 0) throw notFound("CI", ...unknown);
}
