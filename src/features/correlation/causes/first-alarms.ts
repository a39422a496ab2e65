import { EVIDENCE } from "./evidence.ts";
import type { Alarm } from "./failure-graph.ts";
import type { PropagationGraph } from "./propagation.ts";
import type { FirstAlarm, Sign } from "./signs.ts";

/**
 * By index of the CI: its first alarm. Of a CI of the event asked about only that event counts as an effect.
 *
 * @param askedEvent id of the event whose cause is asked for
 * @param severalFaults several faults may explain the alarms, so that fewer of them are taken for noise
 */
export function firstAlarms(
  alarms: readonly Alarm[],
  { indexOf, cis }: PropagationGraph,
  { askedEvent, severalFaults = false }: { askedEvent?: string | undefined; severalFaults?: boolean } = {},
): Map<number, FirstAlarm> {
  const first = new Map<number, FirstAlarm>();
  for (const [ciId, all] of Map.groupBy(alarms, (alarm) => alarm.ciId)) {
    const index = indexOf.get(ciId);
    if (index !== undefined) first.set(index, firstAlarm(all, askedEvent));
  }
  const all = cis.reduce((sum, { silentDependents: quiet }) => sum + 1 + quiet.declared, 0);
  const factor = severalFaults ? EVIDENCE.besideOtherFaults : 1;
  for (const alarm of first.values()) {
    const isMeasured = alarm.signs.some(({ size }) => size !== undefined);
    const share = isMeasured ? EVIDENCE.measuredNoiseShare : EVIDENCE.noiseShare;
    const excess = Math.max(1, (factor * share * first.size) / all / EVIDENCE.usualNoise);
    alarm.noise = Math.min(EVIDENCE.maxNoise, alarm.noise * excess);
  }
  return first;
}

function firstAlarm(alarms: readonly Alarm[], askedEvent: string | undefined): FirstAlarm {
  const asked = alarms.filter(({ eventId }) => eventId === askedEvent);
  const effects = asked.length > 0 ? asked : alarms;
  return {
    at: Math.min(...effects.map(({ at }) => at)),
    noise: Math.min(...effects.map(({ severity }) => EVIDENCE.noise[severity])),
    isAsked: asked.length > 0,
    signs: effects.map(signOf),
    furtherSigns: alarms.filter((alarm) => !effects.includes(alarm)).map(signOf),
  };
}

const signOf = ({ symptom, size }: Alarm): Sign => ({ symptom, size });
