import type { CauseCandidate, CorrelatedEvent } from "../correlation.model.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { EVIDENCE } from "./likelihood.ts";
import type { RankedCause } from "./rank-causes.ts";
import type { Step } from "./propagation.ts";

/** Shown candidates, and paths that an explanation names. */
const MOST = { candidates: 5, paths: 3 } as const;

/** An alarm for each CI of each event: what the model weighs. */
export function alarmsOf(events: readonly CorrelatedEvent[]): Alarm[] {
  return events.flatMap(({ id, affectedCis, at, severity }) =>
    affectedCis.map((ciId) => ({ eventId: id, ciId, at: at.getTime(), severity })),
  );
}

/**
 * The likeliest causes in words, best first: those that explain at least two of the events, and better than chance.
 *
 * @param considered events that hang together at all; what share of them a cause explains is its confidence, as far as no
 *   other explains them as well
 */
export function describeCauses(
  ranked: readonly RankedCause[],
  graph: FailureGraph,
  alarms: readonly Alarm[],
  considered: ReadonlySet<string>,
): CauseCandidate[] {
  return ranked
    .filter(({ score }) => score > 0)
    .slice(0, MOST.candidates * 2)
    .map((cause) => {
      const reached = new Set(cause.explains.map(({ ciId }) => ciId));
      const eventIds = [...new Set(alarms.filter(({ ciId }) => reached.has(ciId)).map(({ eventId }) => eventId))];
      const share = eventIds.length / Math.max(considered.size, eventIds.length);
      const confidence = Math.round(share * cause.probability * 100) / 100;
      const total = Math.max(considered.size, eventIds.length);
      return {
        ciId: cause.ciId,
        name: nameOf(graph, cause.ciId),
        confidence,
        explanation: wordsOf(cause, graph, alarms, eventIds.length, total),
        eventIds,
        ownAlert: cause.alarms,
        change: cause.change,
      };
    })
    .filter(({ eventIds }) => eventIds.length > 1)
    .slice(0, MOST.candidates);
}

function wordsOf(cause: RankedCause, graph: FailureGraph, alarms: readonly Alarm[], events: number, total: number) {
  const ci = graph.cis.get(cause.ciId);
  const others = cause.explains.filter(({ path }) => path.length > 0);
  const sentences = [
    `A failure of ${ci?.name ?? cause.ciId} (${ci?.type ?? "CI"}) explains ${events} of ${total} events`,
  ];
  const shown = others.slice(0, MOST.paths).map(({ path }) => pathInWords(path, graph));
  const more = others.length - shown.length;
  if (shown.length > 0) sentences.push(`${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`);
  sentences.push(
    cause.alarms ? "It alarms itself" : "It has no alert of its own, as happens where monitoring fails with it",
  );
  if (cause.change) sentences.push(changeInWords(cause.change, alarms));
  return `${sentences.join(". ")}.`;
}

function changeInWords({ action, at }: Change, alarms: readonly Alarm[]): string {
  const first = Math.min(...alarms.map((alarm) => alarm.at));
  const minutes = Math.round((first - at) / 60_000);
  const what = action === "maintenance" ? "It was under maintenance" : "It was changed";
  const ago = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return minutes > 0 ? `${what} ${ago} before the first alert` : `${what} as the alerts began`;
}

/** `db is needed by shop (depends_on)`, step by step. */
function pathInWords(path: readonly Step[], graph: FailureGraph): string {
  const [first] = path;
  const start = first ? nameOf(graph, first.edge.needed) : "";
  const steps = path.map(({ edge }) => `${nameOf(graph, edge.dependent)} (${edge.type})`);
  return `${start} is needed by ${steps.join(", that by ")}`;
}

function nameOf(graph: FailureGraph, id: string): string {
  return graph.cis.get(id)?.name ?? id;
}

/** From when changes are looked at. */
export function changesFrom(alarms: readonly Alarm[]): Date {
  return new Date(Math.min(...alarms.map(({ at }) => at)) - EVIDENCE.changeWithinMs);
}
