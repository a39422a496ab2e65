import type { Conflict, Dimension, Evidence } from "../../change-analysis.model.ts";
import type { Facts } from "../assess.model.ts";
import { RELATED } from "../shown.ts";
import { plannedPeriod } from "../windows/conflicts.ts";
import { categoryValue, workOf } from "./kind-of-change.ts";
import { type Absence, dimensionOf, logarithmic, saturating } from "./score.ts";

/** How much an open event on a changed CI counts, and an open incident. */
const EVENT_POINTS = { critical: 40, high: 25, medium: 14, low: 7 } as const;
const INCIDENT_POINTS = { critical: 120, high: 100, medium: 60, low: 25 } as const;
/** On an affected CI they say little of whether the change succeeds: a tenth. */
const ON_AFFECTED = 0.1;
/** Changed CIs beyond the first, and resolved events, from which on no more of them count. */
const MANY_CHANGED = 10;
const MANY_ENDED = 10;
const CONFLICT_POINTS = { same: 60, parent: 30, child: 30 } as const;

/** The state of what is changed, and how the change is made. */
export function technicalOf(facts: Facts, conflicts: readonly Conflict[], absence: Absence): Dimension {
  const { change, changed } = facts;
  const category = change.category === null ? [] : [changeEvidence(facts, `category ${change.category.slice(0, 80)}`)];
  const work = workOf(change.notes);
  const raw = [
    { name: "open_events", sixteenths: 2, ...alarmsOf(facts, facts.events, EVENT_POINTS, 20) },
    { name: "open_incidents", sixteenths: 4, ...alarmsOf(facts, facts.incidents, INCIDENT_POINTS, 30) },
    { name: "recent_events", sixteenths: 2, ...recentEventsOf(facts) },
    {
      name: "category",
      sixteenths: 3,
      value: categoryValue(change.category, changed.length > 0),
      evidence: category,
      none: "no category is given",
    },
    {
      name: "kind_of_work",
      sixteenths: 2,
      value: work?.value ?? 0,
      evidence: work ? [changeEvidence(facts, `the notes say: ${work.word}`)] : [],
      none: "the notes name no kind of work that is known to be risky",
    },
    {
      name: "changed_cis",
      sixteenths: 2,
      value: logarithmic(Math.max(0, changed.length - 1), MANY_CHANGED),
      evidence: changed.map(({ id }) => ({ kind: "ci" as const, id, value: facts.nameOf(id) })),
      none: "none of the CIs that the change names is known",
    },
    {
      name: "conflicts",
      sixteenths: 1,
      value: conflicts.reduce((sum, { relation }) => sum + CONFLICT_POINTS[relation], 0),
      evidence: conflicts.map((each) => conflictEvidence(facts, each)),
      none: plannedPeriod(change) ? "nothing conflicts with the planned window" : "no window is planned",
    },
  ];
  return dimensionOf("technical", raw, absence);
}

interface Alarm {
  ciId: string;
  id: string;
  severity: keyof typeof EVENT_POINTS;
}

/** Each alarm once, by the CI on which it counts most. */
function alarmsOf(
  facts: Facts,
  read: readonly Alarm[] | null,
  points: Readonly<Record<string, number>>,
  scale: number,
) {
  const changed = new Set(facts.changed.map(({ id }) => id));
  const best = new Map<string, { alarm: Alarm; amount: number }>();
  for (const alarm of read ?? []) {
    const amount = points[alarm.severity]! * (changed.has(alarm.ciId) ? 1 : ON_AFFECTED);
    const known = best.get(alarm.id);
    if (!known || known.amount < amount) best.set(alarm.id, { alarm, amount });
  }
  const worst = [...best.values()].sort((a, b) => b.amount - a.amount);
  const kind = points === INCIDENT_POINTS ? ("incident" as const) : ("event" as const);
  return {
    value: saturating(
      worst.reduce((sum, { amount }) => sum + amount, 0),
      scale,
    ),
    evidence: worst.map(({ alarm: { id, severity, ciId } }) => {
      return { kind, id, value: `${severity}, open on ${facts.nameOf(ciId)}` };
    }),
    none:
      read === null
        ? `no permission to read ${kind}s`
        : `no open ${kind} is recorded on these CIs and their dependents`,
  };
}

/** How often the changed CIs had trouble of late that is over: what often breaks breaks easily. */
function recentEventsOf({ endedEvents, nameOf }: Facts) {
  const once = [...new Map((endedEvents ?? []).map((each) => [each.id, each])).values()];
  return {
    value: logarithmic(once.length, MANY_ENDED),
    evidence: once.map(({ id, severity, occurredAt, ciId }): Evidence => {
      return { kind: "event", id, value: `${severity}, on ${nameOf(ciId)}, ${occurredAt.toISOString().slice(0, 10)}` };
    }),
    none:
      endedEvents === null
        ? "no permission to read events"
        : "no resolved event of the last 90 days is recorded on these CIs",
  };
}

export function changeEvidence({ change }: Pick<Facts, "change">, value: string): Evidence {
  return { kind: "change", id: change.taskNodeId, value };
}

function conflictEvidence(facts: Facts, { kind, relation, ciId, analysisId, from, to }: Conflict): Evidence {
  const when = `${from.toISOString()} to ${to.toISOString()}`;
  const name = ciId === null ? "" : ` (${facts.nameOf(ciId)})`;
  if (kind === "change")
    return { kind, id: analysisId ?? "", value: `another change of ${RELATED[relation]}${name}, ${when}` };
  if (ciId === null) return changeEvidence(facts, `holiday, ${when}`);
  return { kind: "ci", id: ciId, value: `maintenance window of ${RELATED[relation]}${name}, ${when}` };
}
