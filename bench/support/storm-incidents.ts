import { type Fault, separateFaults } from "../../src/features/correlation/causes/separate-faults.ts";
import type { MemberEvent } from "../../src/features/correlation/incidents/incident.model.ts";
import { dependentsIn, linkedTo, type Needed, needsIn } from "../../src/features/correlation/incidents/link-cis.ts";
import { partitionEvents } from "../../src/features/correlation/incidents/partition-events.ts";
import { alarmsOf, graphOf } from "./storm-guesser.ts";
import type { MeasuredAlert, MeasuredStorm } from "./symptom-storms.ts";

type Storm = Pick<MeasuredStorm, "estate" | "alerts">;

/** The alerts of a storm as the product groups them by links, all of them unresolved and near in time. */
export function groupedAlerts(storm: Storm): MeasuredAlert[][] {
  const graph = graphOf(storm);
  const needs = needsIn(graph, new Set(storm.alerts.map(({ ciId }) => ciId)));
  const by = new Map<string, { ciId: string; steps: number }[]>();
  for (const [ciId, needed] of needs) {
    for (const [id, steps] of needed) by.set(id, [...(by.get(id) ?? []), { ciId, steps }]);
  }
  const dependentsOf = dependentsIn(graph);
  const known = (id: string): Needed | undefined => {
    const dependents = by.get(id);
    if (!dependents) return undefined;
    const alarming = dependents.filter(({ steps }) => steps === 1).length;
    return { alarms: needs.has(id), dependents: Math.max(dependentsOf(id), alarming), alarming, by: dependents };
  };
  return parts(storm, (ciId) => linkedTo(ciId, needs.get(ciId) ?? new Map(), known), []);
}

/** The alerts of one incident as the product splits it by what they say is wrong. */
export function splitAlerts(storm: Storm): MeasuredAlert[][] {
  const all = new Set(storm.alerts.map(({ ciId }) => ciId));
  return parts(storm, () => all, separateFaults(graphOf(storm), alarmsOf(storm, true)));
}

function parts(
  { alerts }: Storm,
  linked: (ciId: string) => Iterable<string>,
  faults: readonly Fault[],
): MeasuredAlert[][] {
  const events = alerts.map(({ ciId, at, severity }, i): MemberEvent => {
    const when = new Date(at);
    return { id: `${i}`, incidentId: "0", isOpen: true, severity, affectedCis: [ciId], at: when, lastSeen: when };
  });
  let made = 0;
  const { incidentOf } = partitionEvents(events, { linked, faultsOf: () => faults, makeId: () => `${++made}` });
  return [...Map.groupBy(alerts.entries(), ([i]) => incidentOf.get(`${i}`)).values()].map((of) =>
    of.map(([, alert]) => alert),
  );
}
