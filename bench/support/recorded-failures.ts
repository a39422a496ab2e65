import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createRandom, type Random } from "./random.ts";
import type { Estate } from "./storm-estates.ts";
import type { Severity } from "./storms.ts";
import type { MeasuredStorm } from "./symptom-storms.ts";

/** Incidents of a real application under injected faults, which are not part of the project. */
const FILE = path.join(import.meta.dirname, "../../../shared/data/rca/petshop_dev.json");

interface RecordedEvent {
  node: string;
  metric: string;
  timestamp: string;
  value: number | null;
  normal: number | null;
  severity: Severity;
  title: string;
  reported: boolean;
}
interface Recorded {
  graphs: Record<string, { nodes: { id: string; kind: string }[]; edges: { from: string; to: string }[] }>;
  incidents: { id: string; graph: string; events: RecordedEvent[]; root_cause: string }[];
}

export type RecordedFailure = Pick<MeasuredStorm, "estate" | "cause" | "asked" | "alerts"> & {
  id: string;
  graph: string;
};

/** The recorded failures as storms, asked about by the event that was reported; undefined where they are not at hand. */
export function recordedFailures(): RecordedFailure[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const { graphs, incidents } = JSON.parse(readFileSync(FILE, "utf8")) as Recorded;
  const estates = new Map(
    Object.entries(graphs).map(([name, { nodes, edges }]) => {
      const known = { type: "depends_on", group: null, real: true, known: true };
      const estate: Estate = {
        shape: name,
        cis: nodes.map(({ id }) => ({ id, type: "application", host: id })),
        edges: edges.map(({ from, to }) => ({ needed: to, dependent: from, ...known })),
      };
      return [name, estate] as const;
    }),
  );
  return incidents.map(({ id, graph, events, root_cause }) => ({
    id,
    graph,
    estate: estates.get(graph)!,
    cause: root_cause,
    asked: events.findIndex(({ reported }) => reported),
    alerts: events.map(({ node, timestamp, severity, title, value, normal }) => ({
      ciId: node,
      at: Date.parse(timestamp),
      severity,
      title,
      metrics: value === null ? {} : { value, normal },
    })),
  }));
}

/**
 * Recorded failures with the fault elsewhere: the alerts of the recorded cause move to another CI upstream of the one asked
 * about and take the place of its own alerts, which move the other way; three of four CIs on the shortest way between them alert
 * as well, with half to all of the deviation. So the noise is real, and neither the name nor the place of the cause is of use.
 */
export function movedFailures(failures: readonly RecordedFailure[], seed: number, each: number): RecordedFailure[] {
  return failures.flatMap((failure, n) => {
    const random = createRandom(seed * 1_009 + n);
    const ways = waysUpstream(failure.estate, failure.alerts[failure.asked]!.ciId);
    const places = [...ways.keys()].filter((id) => id !== failure.cause);
    return random.some(places, each).map((cause) => moved(failure, cause, ways.get(cause)!, random));
  });
}

function moved(failure: RecordedFailure, cause: string, way: readonly string[], random: Random): RecordedFailure {
  const place = new Map([
    [cause, failure.cause],
    [failure.cause, cause],
  ]);
  const alerts = failure.alerts.map((alert) => ({
    ...alert,
    ciId: place.get(alert.ciId) ?? alert.ciId,
    title: alert.title.split(": ")[1]!,
  }));
  const own = alerts.filter(({ ciId }) => ciId === cause);
  const between = way.filter(() => random.chance(0.75));
  const onward = between.flatMap((ciId) =>
    own.map((alert) => ({ ...alert, ciId, metrics: diluted(alert.metrics, 0.5 + random.next() / 2) })),
  );
  const kept = alerts.filter(({ ciId }) => !between.includes(ciId));
  const asked = kept.indexOf(alerts[failure.asked]!);
  return { ...failure, cause, asked, alerts: [...kept, ...onward] };
}

/** Between the CI and each CI upstream of it, the CIs on a shortest way. */
function waysUpstream({ edges }: Estate, from: string): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  let front = [from];
  while (front.length > 0) {
    front = front.flatMap((id) =>
      edges
        .filter(({ dependent, needed }) => dependent === id && needed !== from && !ways.has(needed))
        .map(({ needed }) => {
          ways.set(needed, id === from ? [] : [...(ways.get(id) ?? []), id]);
          return needed;
        }),
    );
  }
  return ways;
}

function diluted(metrics: Record<string, unknown>, share: number): Record<string, unknown> {
  const { value, normal } = metrics as { value?: number; normal?: number };
  return value === undefined || normal === undefined ? {} : { value: normal + (value - normal) * share, normal };
}
