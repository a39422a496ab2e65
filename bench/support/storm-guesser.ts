import { alarmSigns } from "../../src/features/correlation/causes/explain-cause.ts";
import type {
  Alarm,
  FailureCi,
  FailureEdge,
  FailureGraph,
} from "../../src/features/correlation/causes/failure-graph.ts";
import { rankIncidentCauses } from "../../src/features/correlation/causes/incident-causes.ts";
import { rankCauses } from "../../src/features/correlation/causes/rank-causes.ts";
import type { Guesser } from "./storm-baselines.ts";
import type { Estate } from "./storm-estates.ts";
import { groupBy, knownEdges } from "./storms.ts";
import type { MeasuredStorm } from "./symptom-storms.ts";

/** Steps upstream of alarms that the product loads. */
const STEPS = 5;

/** As the product loads it: what alarms and what lies upstream within some steps; the rest that needs it is counted. */
export function graphOf({ estate, alerts }: { estate: Estate; alerts: readonly { ciId: string }[] }): FailureGraph {
  const edges = knownEdges(estate);
  const up = groupBy(edges, (e) => e.dependent);
  const down = groupBy(edges, (e) => e.needed);
  const typeOf = new Map(estate.cis.map(({ id, type }) => [id, type]));
  let front = new Set(alerts.map(({ ciId }) => ciId));
  const reached = new Set(front);
  for (let step = 0; step < STEPS; step++) {
    front = new Set(
      [...front].flatMap((id) => (up.get(id) ?? []).map((e) => e.needed)).filter((id) => !reached.has(id)),
    );
    for (const id of front) reached.add(id);
  }
  const cis = new Map<string, FailureCi>();
  for (const id of reached) {
    const quiet = (down.get(id) ?? []).filter((e) => !reached.has(e.dependent) && e.type !== "part_of");
    const observed = quiet.filter((e) => e.type === "Connected To").length;
    const type = typeOf.get(id)!;
    cis.set(id, { id, name: id, type, silentDependents: { declared: quiet.length - observed, observed } });
  }
  const inside = edges.filter((e) => reached.has(e.needed) && reached.has(e.dependent));
  const loaded = inside.map(({ needed, dependent, type, group }): FailureEdge => {
    const outgoing = type !== "part_of";
    return { needed, dependent, type, outgoing, observed: type === "Connected To", optional: false, group };
  });
  return { cis, edges: loaded };
}

/** The product's own ranking. */
export const ours: Guesser = (storm) => {
  const alarms = storm.alerts.map((alert, i) => ({ ...alert, eventId: `${i}` }));
  const changes = storm.changes.map((change) => ({ ...change, action: "ci.updated" }));
  return rankIncidentCauses({ graph: graphOf(storm), alarms, changes }).map(({ ciId }) => ciId);
};

/** The product's ranking for the alert that is asked about; `isAsked` false: for all alerts alike, and without what they say. */
export function oursAsked(storm: Pick<MeasuredStorm, "estate" | "asked" | "alerts">, isAsked = true): string[] {
  const about = [storm.alerts[storm.asked]!.ciId];
  const alarms = alarmsOf(storm, isAsked);
  const ranked = rankCauses({
    graph: graphOf(storm),
    alarms,
    changes: [],
    about,
    ...(isAsked && { askedEvent: `${storm.asked}` }),
  });
  return ranked.filter(({ score, explains }) => score > 0 && explains.length > 1).map(({ ciId }) => ciId);
}

/** The product's ranking for all alerts of an incident; `isSaid` false: without what they say is wrong. */
export function oursOfIncident(storm: Pick<MeasuredStorm, "estate" | "alerts">, isSaid = true): string[] {
  const ranked = rankIncidentCauses({ graph: graphOf(storm), alarms: alarmsOf(storm, isSaid), changes: [] });
  return ranked.map(({ ciId }) => ciId);
}

export function alarmsOf({ alerts }: Pick<MeasuredStorm, "alerts">, isSaid: boolean): Alarm[] {
  return alerts.map(({ ciId, at, severity, title, metrics }, i): Alarm => {
    const signs = isSaid ? alarmSigns({ title, source: "monitoring", metrics, context: {} }) : {};
    return { eventId: `${i}`, ciId, at, severity, ...signs };
  });
}
