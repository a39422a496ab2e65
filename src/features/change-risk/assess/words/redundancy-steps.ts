import type { Facts } from "../assess.model.ts";
import { listed } from "../shown.ts";
import type { Report } from "./report.ts";

const MOST_NAMES = 5;
const MOST_OF_KIND = 3;

/** Spares that go on working while the changed CI is down. */
export function workingSpares(facts: Facts): Facts["spares"] {
  const failing = failingIds(facts);
  return facts.spares.filter(({ spareId }) => !failing.has(spareId));
}

/** Steps for redundancy groups with a changed CI. */
export function redundancySteps({ facts }: Report): string[] {
  const { changed, affected, services, nameOf } = facts;
  const lost = [...services, ...affected].filter(({ redundancy }) => redundancy === "lost");
  const names = listed(
    lost.map(({ id, name }) => name || nameOf(id)),
    MOST_NAMES,
  );
  const steps: string[] = [];
  if (lost.length > 0 && changed.length > 1) {
    steps.push(
      `Split the change so that members of one redundancy group are not changed together: ${names} would lose all of theirs.`,
    );
  } else if (lost.length > 0) {
    steps.push(`Plan for an outage of ${names}: no member of the redundancy group would be left.`);
  }
  const failing = failingIds(facts);
  for (const { spareId, spare, status, id, dependents } of standIns(facts).slice(0, MOST_OF_KIND)) {
    const state = status === "active" ? "" : ` (its status is ${status})`;
    steps.push(
      failing.has(spareId)
        ? `${spare}${state} is meant to stand in for ${nameOf(id)}, but needs it itself as recorded: make it work alone first, or correct the relationship.`
        : `Check that ${spare}${state} works and can take the load of ${nameOf(id)} for ${listed([...dependents], MOST_NAMES)}.`,
    );
  }
  return steps;
}

function failingIds({ affected }: Facts): Set<string> {
  return new Set(affected.flatMap(({ id, redundancy }) => (redundancy === "covered" ? [] : [id])));
}

function standIns({ spares }: Facts) {
  const all = new Map<string, Facts["spares"][number] & { dependents: Set<string> }>();
  for (const each of spares) {
    const known = all.get(each.spareId) ?? { ...each, dependents: new Set<string>() };
    known.dependents.add(each.dependent);
    all.set(each.spareId, known);
  }
  return [...all.values()];
}
