import { mustGet } from "../../../model/must-get.ts";
import { compare } from "../../../model/order.ts";
import type { Fault } from "../causes/separate-faults.ts";
import type { MemberEvent } from "./incident.model.ts";

/** The incidents of events after a split. */
export interface Partition {
  /** The incident of each event. */
  incidentOf: ReadonlyMap<string, string>;
  /** New incidents, by id, each with the one from which most of its events come. */
  splitFrom: ReadonlyMap<string, string>;
  /** Incidents without events left, each with the one that takes most of them over. */
  mergedInto: ReadonlyMap<string, string>;
  /** By incident: the incidents of unconnected faults on CIs that are linked with its own. */
  apartFrom: ReadonlyMap<string, readonly string[]>;
}

/** Events that belong to one incident. */
type Part = readonly MemberEvent[];

/**
 * Takes apart what does not belong together in one incident: events of CIs that nothing links, and of linked CIs the events of
 * unconnected faults. Parts with unresolved events come first, and of these the largest: each keeps the incident that most of
 * its events come from and no other part keeps; if more than one is left to it, the eldest, as grouping does. Further parts
 * with unresolved events become new incidents. Events that no fault explains, and further parts, stay in their incident; if no
 * part of the CIs that are linked with theirs keeps it, they go to the largest part. Events without CIs stay. Pure.
 *
 * @param events oldest first
 * @param linked CIs that are linked with this one, and others over which such CIs are linked
 * @param faultsOf the faults of linked CIs, where they are several; undefined: not known, so that each incident counts as one
 */
export function partitionEvents(
  events: readonly MemberEvent[],
  {
    linked,
    faultsOf,
    makeId,
  }: {
    linked: (ciId: string) => Iterable<string>;
    faultsOf: (events: readonly MemberEvent[]) => readonly Fault[] | undefined;
    makeId: () => string;
  },
): Partition {
  const rootOf = componentsOf(events, linked);
  const bound = events.filter(({ affectedCis }) => affectedCis.length > 0);
  const components = [...Map.groupBy(bound, ({ affectedCis }) => rootOf(affectedCis[0]!)).values()];
  const partsOf = components.map((component) =>
    [...byFault(component, faultsOf(component))]
      .filter(([fault]) => fault !== undefined)
      .map(([, some]): Part => some)
      .sort((a, b) => b.length - a.length),
  );
  const { idOf, splitFrom } = claimIncidents(partsOf.flat(), makeId);
  const incidentOf = new Map([...idOf].flatMap(([part, incidentId]) => part.map(({ id }) => [id, incidentId])));
  for (const [n, component] of components.entries()) {
    const kept = partsOf[n]!.map((part) => idOf.get(part)).filter((id) => id !== undefined);
    for (const { id, incidentId } of component.filter((event) => !incidentOf.has(event.id))) {
      incidentOf.set(id, kept.length === 0 || kept.includes(incidentId) ? incidentId : kept[0]!);
    }
  }
  const left = new Set(incidentOf.values());
  const emptied = Map.groupBy(
    bound.filter(({ incidentId }) => !left.has(incidentId)),
    ({ incidentId }) => incidentId,
  );
  const mergedInto = new Map([...emptied].map(([id, some]) => [id, commonest(some, (e) => mustGet(incidentOf, e.id))]));
  for (const { id, incidentId, affectedCis } of events) {
    if (affectedCis.length === 0) incidentOf.set(id, mergedInto.get(incidentId) ?? incidentId);
  }
  return { incidentOf, splitFrom, mergedInto, apartFrom: apartOf(components, incidentOf) };
}

/** The events of linked CIs by fault, and by undefined the events that no fault explains. Without faults all belong together. */
function byFault(
  events: readonly MemberEvent[],
  faults: readonly Fault[] | undefined,
): Map<number | string | undefined, MemberEvent[]> {
  if (!faults) return Map.groupBy(events, ({ incidentId }) => incidentId);
  if (faults.length === 0) return new Map([[0, [...events]]]);
  const faultOf = new Map(faults.flatMap(({ explains }, i) => explains.map((ciId) => [ciId, i] as const)));
  return Map.groupBy(events, ({ affectedCis }) =>
    affectedCis.map((id) => faultOf.get(id)).find((fault) => fault !== undefined),
  );
}

/** By CI one CI that stands for all that are linked with it, directly or over others, and by events of several CIs. */
function componentsOf(
  events: readonly MemberEvent[],
  linked: (ciId: string) => Iterable<string>,
): (ciId: string) => string {
  const parent = new Map<string, string>();
  const parentOf = (id: string) => parent.get(id) ?? id;
  const root = (ciId: string): string => {
    let at = ciId;
    for (let up = parentOf(at); up !== at; up = parentOf(at)) {
      // Each walk halves the way of the next.
      parent.set(at, parentOf(up));
      at = up;
    }
    return at;
  };
  const join = (a: string, b: string) => parent.set(root(a), root(b));
  for (const { affectedCis } of events) for (const id of affectedCis) join(affectedCis[0]!, id);
  const ciIds = new Set(events.flatMap(({ affectedCis }) => affectedCis));
  for (const id of ciIds) for (const other of linked(id)) join(id, other);
  return root;
}

/** The incident of each part, see `partitionEvents`; further parts without unresolved events have none. */
function claimIncidents(parts: readonly Part[], makeId: () => string) {
  const common = parts.flatMap((part) =>
    [...Map.groupBy(part, ({ incidentId }) => incidentId)].map(([id, some]) => ({
      part,
      id,
      count: some.length,
      isOpen: isOpenPart(part),
    })),
  );
  common.sort(
    (a, b) =>
      Number(b.isOpen) - Number(a.isOpen) ||
      b.count - a.count ||
      compare(a.id, b.id) ||
      compare(a.part[0]!.id, b.part[0]!.id),
  );
  const idOf = new Map<Part, string>();
  const claimed = new Set<string>();
  for (const { part, id } of common) {
    if (idOf.has(part) || claimed.has(id)) continue;
    idOf.set(part, id);
    claimed.add(id);
  }
  for (const [part, kept] of idOf) {
    const left = part.map(({ incidentId }) => incidentId).filter((id) => !claimed.has(id));
    const eldest = [kept, ...left].reduce((a, b) => (a < b ? a : b));
    idOf.set(part, eldest);
    claimed.add(eldest);
  }
  const splitFrom = new Map<string, string>();
  for (const part of parts) {
    if (idOf.has(part) || !isOpenPart(part)) continue;
    const id = makeId();
    idOf.set(part, id);
    splitFrom.set(
      id,
      commonest(part, ({ incidentId }) => incidentId),
    );
  }
  return { idOf, splitFrom };
}

const isOpenPart = (part: Part) => part.some(({ isOpen }) => isOpen);

/** Incidents of the same linked CIs are apart from each other. */
function apartOf(components: readonly MemberEvent[][], incidentOf: ReadonlyMap<string, string>) {
  const apart = new Map<string, Set<string>>();
  for (const component of components) {
    const ids = new Set(component.map(({ id }) => mustGet(incidentOf, id)));
    for (const id of ids) apart.set(id, new Set([...(apart.get(id) ?? []), ...ids]));
  }
  return new Map([...apart].map(([id, ids]) => [id, [...ids].filter((other) => other !== id)]));
}

/** The key of most of the items. */
function commonest<T>(items: readonly T[], keyOf: (item: T) => string): string {
  const groups = [...Map.groupBy(items, keyOf)].map(([key, some]) => ({ key, count: some.length }));
  return groups.sort((a, b) => b.count - a.count || compare(a.key, b.key))[0]!.key;
}
