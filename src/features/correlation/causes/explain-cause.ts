import { deviationOf, measuredOf, symptomOf } from "../../events/index.ts";
import type { CauseCandidate, CorrelatedEvent } from "../correlation.model.ts";
import { EVIDENCE } from "./evidence.ts";
import type { Alarm, Change, FailureGraph } from "./failure-graph.ts";
import { type OwnSign, ownSignOf } from "./own-sign.ts";
import type { Step } from "./propagation.ts";
import type { RankedCause } from "./rank-causes.ts";
import { sizeOf } from "./signs.ts";

/** Candidates that are shown, and paths that an explanation names. */
const MAX = { candidates: 5, paths: 3 } as const;

/** What an event says of its symptom and of the size of its deviation. */
export function alarmSigns(event: Parameters<typeof symptomOf>[0]): Pick<Alarm, "symptom" | "size" | "deviation"> {
  const symptom = symptomOf(event);
  const measured = measuredOf(event.metrics);
  return { symptom, size: measured && sizeOf(symptom, measured), deviation: deviationOf(event.metrics) };
}

/** One alarm for each CI of each event, at the time at which it happened: causes and effects are told apart by it. */
export function alarmsOf(events: readonly CorrelatedEvent[]): Alarm[] {
  return events.flatMap((event) => {
    const alarm = { eventId: event.id, at: event.occurredAt.getTime(), severity: event.severity, ...alarmSigns(event) };
    return event.affectedCis.map((ciId) => ({ ...alarm, ciId }));
  });
}

/**
 * The most probable causes in words, best first: those that explain at least two of the events, and better than chance.
 *
 * @param considered ids of the correlated events; a cause's confidence is the share of them that it explains, times its
 *   probability among the causes
 * @param askedEvent id of the event whose cause is asked for
 */
export function describeCauses(
  ranked: readonly RankedCause[],
  graph: FailureGraph,
  alarms: readonly Alarm[],
  { considered, askedEvent }: { considered: ReadonlySet<string>; askedEvent?: string | undefined },
): CauseCandidate[] {
  return ranked
    .filter(({ score }) => score > 0)
    .slice(0, MAX.candidates * 2)
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
        explanation: explanationOf(cause, { graph, alarms, askedEvent }, eventIds.length, total),
        eventIds,
        ownAlert: cause.hasAlarm,
        change: cause.change,
      };
    })
    .filter(({ eventIds }) => eventIds.length > 1)
    .slice(0, MAX.candidates);
}

function explanationOf(
  cause: RankedCause,
  { graph, alarms, askedEvent }: { graph: FailureGraph; alarms: readonly Alarm[]; askedEvent: string | undefined },
  events: number,
  total: number,
) {
  const ci = graph.cis.get(cause.ciId);
  const others = cause.explains.filter(({ path }) => path.length > 0);
  const sentences = [
    `A failure of ${ci?.name ?? cause.ciId} (${ci?.type ?? "CI"}) explains ${events} of ${total} events`,
  ];
  const shown = others.slice(0, MAX.paths).map(({ path }) => pathInWords(path, graph));
  const more = others.length - shown.length;
  if (shown.length > 0) sentences.push(`${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`);
  const about = askedEvent === undefined ? "most events that it explains show" : "the event asked about shows";
  sentences.push(ownAlarmInWords(cause, ownSignOf(cause, alarms, askedEvent), about));
  if (cause.change) sentences.push(changeInWords(cause.change, alarms));
  return `${sentences.join(". ")}.`;
}

function ownAlarmInWords({ hasAlarm }: RankedCause, ownSign: OwnSign | undefined, about: string): string {
  if (!hasAlarm) return "It has no alert of its own, as happens where monitoring fails with it";
  return ownSign ? `It alarms itself: ${signInWords(ownSign, about)}` : "It alarms itself";
}

/** `latency, 65 % above normal, the kind of fault that the event asked about shows`. */
function signInWords({ alarm, agreement, isSmall }: OwnSign, about: string): string {
  const { symptom = "other", deviation } = alarm;
  const parts = [symptom === "other" ? "without a known symptom" : symptom];
  if (typeof deviation === "number" && deviation !== 0) {
    const percent = Math.max(1, Math.round(Math.abs(deviation) * 100));
    const small = isSmall ? ", hardly more than noise" : "";
    parts.push(`${percent} % ${deviation > 0 ? "above" : "below"} normal${small}`);
  }
  if (agreement === "same") parts.push(`the kind of fault that ${about}`);
  if (agreement === "other") parts.push(`another kind of fault than ${about}`);
  return parts.join(", ");
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

/** The earliest time of a change that can be evidence for these alarms. */
export function changesFrom(alarms: readonly Alarm[]): Date {
  return new Date(Math.min(...alarms.map(({ at }) => at)) - EVIDENCE.changeWithinMs);
}
