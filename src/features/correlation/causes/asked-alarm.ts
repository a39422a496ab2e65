import { compare } from "../../../model/order.ts";
import type { Alarm } from "./failure-graph.ts";
import type { RankedCause } from "./rank-causes.ts";
import { type FaultKind, kindOf } from "./symptom-agreement.ts";

/**
 * How symptoms, deviations and times count for the cause of one alarm: natural logarithms of odds. They were fitted by a conditional
 * logit model to generated storms and to recorded failures whose fault was moved, then rounded; see `bench/root-cause.ts`.
 */
const ASKED = {
  /**
   * Share of the noisy-or score that counts: it takes all alarms for effects of one fault, while beside the fault asked about
   * others may be under way, whose many alarms say little of this one.
   */
  score: 0.4,
  /** Beyond this difference to the best score more alarms count no more. */
  mostBehind: 8,
  /** The cause's own alarm shows the same kind of fault as the alarm asked about, shows only another kind, or is missing. */
  sameKind: 1.5,
  otherKind: -1.2,
  silent: -2.4,
  /** Its deviation is smaller than `smallSize`: a healthy neighbour breaks its threshold by as much now and then. */
  small: -1.4,
  smallSize: 0.55,
  /** For each CI between them whose alarms show only another kind of fault. */
  otherKindBetween: -0.6,
  /** A minute by which the cause's alarm is older than `promptMs` or newer than `toleranceMs`, up to `mostMinutes`. */
  minuteOff: -0.6,
  promptMs: 240_000,
  toleranceMs: 120_000,
  mostMinutes: 12,
  /** The cause's failure does not reach the alarm. */
  unreached: -4,
} as const;

/** What an own alarm of the cause says, beside the alarm asked about. */
export interface OwnSign {
  /** The alarm that shows the fault best. */
  alarm: Alarm;
  /** `neutral`: one of both does not say what kind of fault it shows. */
  agreement: "same" | "other" | "neutral";
  isSmall: boolean;
}

/** A cause weighed for one alarm. */
export interface WeighedCause extends RankedCause {
  ownSign?: OwnSign | undefined;
}

/**
 * Ranks causes anew for the alarms of one event that is asked about: causes whose own alarm shows the same kind of fault, deviates
 * by more than noise and began with it come first. Returns them as they are where the event does not say what is wrong. Pure.
 */
export function weighForAlarm(
  ranked: readonly RankedCause[],
  alarms: readonly Alarm[],
  askedEvent: string,
): readonly WeighedCause[] {
  const asked = alarms.filter(({ eventId }) => eventId === askedEvent);
  const kind = kindOf(asked[0]?.symptom);
  const [best] = ranked;
  if (kind === undefined || !best) return ranked;
  const byCi = Map.groupBy(
    alarms.filter(({ eventId }) => eventId !== askedEvent),
    ({ ciId }) => ciId,
  );
  const at = Math.min(...asked.map((alarm) => alarm.at));
  const askedCis = new Set(asked.map(({ ciId }) => ciId));
  const behind = (score: number) => ASKED.score * Math.max(-ASKED.mostBehind, score - best.score);
  // That nothing failed counts as a silent CI with a score of 0.
  const nothing = behind(0) + ASKED.silent;
  const weighed = ranked.map((cause) => {
    const ownSign = signOf(byCi.get(cause.ciId) ?? [], kind);
    const evidence = askedCis.has(cause.ciId) && !ownSign ? 0 : ownEvidence(ownSign) + timeEvidence(ownSign, at);
    const score = behind(cause.score) - nothing + evidence + pathEvidence(cause, askedCis, byCi, kind);
    return { ...cause, score, ownSign };
  });
  weighed.sort((a, b) => b.score - a.score || compare(a.ciId, b.ciId));
  const most = weighed[0]!.score;
  // On the scale of the noisy-or score, as where no alarm is asked about.
  const chance = (score: number) => Math.exp((score - most) / ASKED.score);
  const total = weighed.reduce((sum, { score }) => sum + chance(score), chance(0));
  return weighed.map((cause) => ({ ...cause, probability: chance(cause.score) / total }));
}

/** Of the alarms of one CI the one that shows this kind of fault best, and with the largest deviation. */
function signOf(alarms: readonly Alarm[], kind: FaultKind): OwnSign | undefined {
  const signs = alarms.map((alarm): OwnSign => {
    // What is down makes its dependents slow as well as failing.
    const shown = alarm.symptom === "down" && kind === "slow" ? undefined : kindOf(alarm.symptom);
    const agreement = shown === undefined ? "neutral" : shown === kind ? "same" : "other";
    return { alarm, agreement, isSmall: alarm.size !== undefined && alarm.size < ASKED.smallSize };
  });
  const order = { same: 0, neutral: 1, other: 2 } as const;
  const sizeOf = ({ alarm }: OwnSign) => alarm.size ?? Number.POSITIVE_INFINITY;
  signs.sort((a, b) => order[a.agreement] - order[b.agreement] || sizeOf(b) - sizeOf(a) || a.alarm.at - b.alarm.at);
  return signs[0];
}

function ownEvidence(sign: OwnSign | undefined): number {
  if (!sign) return ASKED.silent;
  if (sign.agreement === "other") return ASKED.otherKind;
  return (sign.agreement === "same" ? ASKED.sameKind : 0) + (sign.isSmall ? ASKED.small : 0);
}

function timeEvidence(sign: OwnSign | undefined, at: number): number {
  if (!sign || sign.agreement === "other") return 0;
  const earlier = at - sign.alarm.at;
  const off = Math.max(0, earlier - ASKED.promptMs, -earlier - ASKED.toleranceMs);
  return ASKED.minuteOff * Math.min(ASKED.mostMinutes, off / 60_000);
}

function pathEvidence(
  { explains }: RankedCause,
  askedCis: ReadonlySet<string>,
  byCi: ReadonlyMap<string, readonly Alarm[]>,
  kind: FaultKind,
): number {
  const reached = explains.find(({ ciId }) => askedCis.has(ciId));
  if (!reached) return ASKED.unreached;
  const between = reached.path.slice(0, -1).map(({ edge }) => byCi.get(edge.dependent) ?? []);
  const disagreeing = between.filter((on) => on.length > 0 && signOf(on, kind)?.agreement === "other");
  return ASKED.otherKindBetween * disagreeing.length;
}
