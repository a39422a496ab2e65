import type { ChangeFieldValues } from "../../integrations/index.ts";
import type { Facts } from "./assess.model.ts";
import { listed, shownName } from "./shown.ts";
import type { Calendar, Period } from "./windows/conflicts.ts";

/** What is not known: a name for people, and how many points of confidence it costs. */
export interface Gap {
  what: string;
  cost: number;
}

export interface GapInput {
  facts: Facts;
  planned: Period | undefined;
  calendar: Calendar;
  hasEventHistory: boolean;
}

const FULL = 95;
const LEAST = 5;
const MOST_NAMES = 20;

/** Facts that the stores lack. They lower the confidence and nothing else. */
export function gapsOf({ facts, planned, calendar, hasEventHistory }: GapInput): Gap[] {
  const { change, changed, services, past, events, truncated } = facts;
  const unrelated = changed.filter(({ isRelated }) => !isRelated).map(({ name }) => name);
  const asked = changed.length + change.unknownCis.length;
  const silent = services.filter(({ saysCriticality }) => !saysCriticality).map(({ name }) => name);
  const known = past.filter(({ likeness }) => likeness === "same").length;
  const share = (part: number, all: number) => (all === 0 ? 0 : part / all);
  const gaps: (Gap | false)[] = [
    change.unknownCis.length > 0 && {
      what: `unknown CIs: ${listed(change.unknownCis.map(shownName), MOST_NAMES)}`,
      cost: 30 * share(change.unknownCis.length, asked),
    },
    changed.length === 0 && { what: "CIs: none of those named is known", cost: 20 },
    unrelated.length > 0 && {
      what: `relationships of ${listed(unrelated, MOST_NAMES)}`,
      cost: 30 * share(unrelated.length, changed.length),
    },
    truncated && { what: `affected CIs beyond the first ${facts.affected.length + services.length}`, cost: 10 },
    silent.length > 0 && {
      what: `criticality of ${listed(silent, MOST_NAMES)}`,
      cost: 8 * share(silent.length, services.length),
    },
    events === null && { what: "open events and incidents: no permission to read them", cost: 20 },
    past.length === 0 && { what: "history: no outcome of a change of these CIs or of CIs like them", cost: 12 },
    past.length > 0 && known === 0 && { what: "history: no outcome of a change of these CIs", cost: 5 },
    !planned && { what: "planned window", cost: 8 },
    !hasEventHistory && { what: "event history of the services and CIs", cost: 4 },
    !calendar.knowsHolidays && { what: "holidays: their source cannot be read", cost: 4 },
    change.category === null && { what: "category of the change", cost: 2 },
  ];
  return gaps.filter((gap) => gap !== false);
}

export function confidenceOf(gaps: readonly Gap[]): number {
  const cost = gaps.reduce((sum, gap) => sum + gap.cost, 0);
  return Math.max(LEAST, Math.round(FULL - cost));
}

/** Names of gaps and of fields that are null. */
export function missingOf(gaps: readonly Gap[], fields: ChangeFieldValues): string[] {
  const names = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  return [...gaps.map(({ what }) => what), ...names];
}
