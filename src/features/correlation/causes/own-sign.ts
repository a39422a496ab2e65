import type { Alarm } from "./failure-graph.ts";
import type { RankedCause } from "./rank-causes.ts";
import { agrees } from "./signs.ts";

/** What is smaller is called small in words: a healthy CI breaks its threshold by as much now and then. */
const SMALL_SIZE = 0.55;

/** What an own alarm of a cause says, beside the alarms that it explains. */
export interface OwnSign {
  /** The alarm that shows the fault best. */
  alarm: Alarm;
  /** With the event asked about, or with most of the alarms that it explains; `neutral`: they do not say. */
  agreement: "same" | "other" | "neutral";
  isSmall: boolean;
}

/** Of the alarms of the cause the one that agrees best with what it explains, and deviates most; undefined: it has none. */
export function ownSignOf(
  { ciId, explains }: Pick<RankedCause, "ciId" | "explains">,
  alarms: readonly Alarm[],
  askedEvent?: string,
): OwnSign | undefined {
  const reached = new Set(explains.map((one) => one.ciId));
  const effects = alarms.filter((alarm) =>
    askedEvent === undefined ? alarm.ciId !== ciId && reached.has(alarm.ciId) : alarm.eventId === askedEvent,
  );
  const own = alarms.filter((alarm) => alarm.ciId === ciId && alarm.eventId !== askedEvent);
  const signs = own.map((alarm): OwnSign => {
    const isSmall = alarm.size !== undefined && alarm.size < SMALL_SIZE;
    return { alarm, agreement: agreementOf(alarm, effects), isSmall };
  });
  const order = { same: 0, neutral: 1, other: 2 } as const;
  const sizeOf = ({ alarm }: OwnSign) => alarm.size ?? Number.POSITIVE_INFINITY;
  signs.sort((a, b) => order[a.agreement] - order[b.agreement] || sizeOf(b) - sizeOf(a) || a.alarm.at - b.alarm.at);
  return signs[0];
}

function agreementOf(own: Alarm, effects: readonly Alarm[]): OwnSign["agreement"] {
  const cause = { symptom: own.symptom, size: own.size };
  const said = effects.map(({ symptom, size }) => agrees({ symptom, size }, cause)).filter((one) => one !== undefined);
  const agreeing = said.filter((one) => one).length;
  if (agreeing * 2 === said.length) return "neutral";
  return agreeing * 2 > said.length ? "same" : "other";
}
