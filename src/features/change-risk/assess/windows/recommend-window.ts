import { LAST_INSTANT } from "../../../../platform/clock.ts";
import type { HourOfWeek } from "../../../events/index.ts";
import type { Conflict, RecommendedWindow } from "../../change-analysis.model.ts";
import { counted, listed } from "../shown.ts";
import { busyPeriods, type Calendar, type Period } from "./conflicts.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** How far ahead a window is looked for. */
const HORIZON_MS = 28 * 24 * HOUR;
/** A week has each hour once: a quieter one than the best of two weeks is not worth waiting for. */
const LOOKED_AT_HOURS = 14 * 24;
/** Fewer events than that are no sign of quiet hours. */
const TELLING_EVENTS = 30;
const MOST_HOLIDAYS = 3;
/** Local hours. */
const WORKDAY = { from: 8, to: 18 } as const;
const WEEKEND = new Set(["Sat", "Sun"]);
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The end of the time in which a window is looked for; no later than other times may be. */
export function horizonFrom(earliest: Date): number {
  return Math.min(earliest.getTime() + HORIZON_MS, LAST_INSTANT);
}

export interface WindowRequest {
  /** Undefined: none is known. */
  planned: Period | undefined;
  conflicts: readonly Conflict[];
  /** Windows before it are not recommended. */
  earliest: Date;
  minutes: number;
  /** It does not wait for the night. */
  isUrgent: boolean;
  calendar: Calendar;
  /** Events by hour of the week; empty: nothing is known of quiet hours. */
  hours: readonly HourOfWeek[];
}

interface Found {
  from: Date;
  events: number;
  /** Working hours in it. */
  working: number;
}

/**
 * The plan where nothing conflicts with it; else a later window that nothing conflicts with, on the hour: within two weeks from
 * the first free one, the one in whose hours the services had the fewest events so far, of equal ones the one with the fewest
 * working hours, unless it is urgent, then the earliest. Null where four weeks have no free window.
 */
export function recommendWindow(request: WindowRequest): RecommendedWindow | null {
  const { planned, conflicts, earliest, minutes, calendar, hours, isUrgent } = request;
  if (planned && conflicts.length === 0) {
    const over = planned.to <= earliest ? " It is already over: check its dates." : "";
    return { ...planned, reason: `The planned window has no conflict.${over}` };
  }
  const eventsAt = new Map(hours.map(({ hour, events }) => [hour, events]));
  const busy = busyPeriods(calendar);
  const end = horizonFrom(earliest);
  const workingWithin = workingHoursIn(calendar.zone);
  let best: Found | undefined;
  let last = Number.POSITIVE_INFINITY;
  for (let at = Math.ceil(earliest.getTime() / HOUR) * HOUR; at < Math.min(end, last); ) {
    const period = { from: new Date(at), to: new Date(at + minutes * MINUTE) };
    if (period.to.getTime() > end) break;
    const blocker = busy.find((each) => each.from < period.to && each.to > period.from);
    if (blocker) {
      at = Math.max(at + HOUR, Math.ceil(blocker.to.getTime() / HOUR) * HOUR);
      continue;
    }
    last = Math.min(last, at + LOOKED_AT_HOURS * HOUR);
    const events = eventsWithin(eventsAt, period);
    const found = { from: period.from, events, working: isUrgent ? 0 : workingWithin(period) };
    if (!best || events < best.events || (events === best.events && found.working < best.working)) best = found;
    if (best.events === 0 && best.working === 0) break;
    at += HOUR;
  }
  if (!best) return null;
  const period = { from: best.from, to: new Date(best.from.getTime() + minutes * MINUTE) };
  return { ...period, reason: reasonOf(request, best) };
}

function reasonOf(
  { planned, conflicts, hours, calendar, isUrgent }: WindowRequest,
  { from, events, working }: Found,
): string {
  const why = planned
    ? `The planned window has ${counted(conflicts.length, "conflict")} (${kindsOf(conflicts, holidaysOf(calendar, planned))}).`
    : "No window is planned.";
  const total = hours.reduce((sum, each) => sum + each.events, 0);
  const day = DAYS[(from.getUTCDay() + 6) % 7]!;
  const quiet =
    total === 0
      ? `No event history tells quiet hours, so it is the earliest without conflicts${isUrgent || working > 0 ? "." : ` ${OUTSIDE} (${calendar.zone}).`}`
      : `Of the ${counted(total, "recorded event")} of the services and CIs, ${events === 0 ? "none" : events} fell into these hours ` +
        `(UTC) of a ${day}; no window without conflicts within two weeks had fewer.` +
        (total < TELLING_EVENTS
          ? " So few events hardly tell quiet hours: check when the services are used least."
          : "");
  return `${why} ${quiet}`;
}

const OUTSIDE = `outside working hours, Monday to Friday from ${WORKDAY.from} to ${WORKDAY.to} o'clock`;

function holidaysOf({ holidays }: Calendar, { from, to }: Period): string {
  const names = holidays
    .filter((each) => each.from < to && each.to > from)
    .map(({ name, country }) => `${name} in ${country}`);
  return listed([...new Set(names)], MOST_HOLIDAYS);
}

function kindsOf(conflicts: readonly Conflict[], holidays: string): string {
  const words = { change: "another change", maintenance: "maintenance", holiday: `holiday: ${holidays}` };
  return [...new Set(conflicts.map(({ kind }) => words[kind]))].join(", ");
}

/** Counts the hours of a period in which people of the zone work for at least a part. */
function workingHoursIn(zone: string): (period: Period) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const isWorkingAt = (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const hour = Number(parts.get("hour"));
    return !WEEKEND.has(parts.get("weekday") ?? "") && hour >= WORKDAY.from && hour < WORKDAY.to;
  };
  const known = new Map<number, boolean>();
  const isWorking = (hour: number) => {
    const found = known.get(hour) ?? (isWorkingAt(hour * HOUR) || isWorkingAt((hour + 1) * HOUR - 1));
    known.set(hour, found);
    return found;
  };
  return ({ from, to }) => {
    let sum = 0;
    for (let hour = Math.floor(from.getTime() / HOUR); hour * HOUR < to.getTime(); hour++) if (isWorking(hour)) sum++;
    return sum;
  };
}

/** Events in the hours of the week that a period touches; each hour once. */
function eventsWithin(eventsAt: ReadonlyMap<number, number>, { from, to }: Period): number {
  let sum = 0;
  const first = Math.floor(from.getTime() / HOUR);
  const count = Math.min(168, Math.ceil(to.getTime() / HOUR) - first);
  for (let i = 0; i < count; i++) sum += eventsAt.get(hourOfWeek(first + i)) ?? 0;
  return sum;
}

/** The first hour of the epoch was on a Thursday, three days after a Monday. */
function hourOfWeek(hour: number): number {
  return (hour + 72) % 168;
}
