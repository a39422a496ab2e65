import type { Change, Conflict } from "../../change-analysis.model.ts";
import { LONGEST_COUNTED_DAYS, type PlannedChange } from "../../planned-changes.model.ts";
import type { AssessDeps, AssessOptions, Holiday, MaintenanceWindow } from "../assess.model.ts";
import type { Neighbours } from "../facts/read-facts.ts";

export interface Period {
  from: Date;
  to: Date;
}

/** Other changes, maintenance and holidays within a period, as the stores have them. */
export interface Calendar {
  changes: readonly PlannedChange[];
  maintenance: readonly MaintenanceWindow[];
  holidays: readonly Holiday[];
  /** False: the holidays could not be read. */
  knowsHolidays: boolean;
  /** IANA name or offset: of the change's own times, else of the tenant's countries, else UTC. */
  zone: string;
}

/** CIs of one change or window that are shown in conflict. */
const MOST_OF_ONE = 20;
const MOST_CONFLICTS = 100;
const DAY = 86_400_000;
const RELATIONS = { same: 0, parent: 1, child: 2 } as const;

/** Reads other changes, maintenance and holidays within any of the periods. */
export async function readCalendar(
  deps: AssessDeps,
  tenantId: string,
  { change, neighbours, taskIntegrationId }: { change: Change; neighbours: Neighbours } & AssessOptions,
  periods: readonly Period[],
): Promise<Calendar> {
  const ciIds = [...new Set([...change.ciIds, ...neighbours.parents, ...neighbours.children])];
  const exceptTask = { taskNodeId: change.taskNodeId, integrationId: taskIntegrationId };
  const each = async <T>(read: (period: Period) => Promise<readonly T[]>) =>
    (await Promise.all(periods.map(read))).flat();
  const [changes, maintenance, countries] = await Promise.all([
    each(({ from, to }) => deps.plannedChanges(deps.postgres, tenantId, { from, to, ciIds, exceptTask })),
    each(({ from, to }) => deps.maintenanceBetween(tenantId, { ciIds, from, to })),
    deps.holidayCountries(tenantId),
  ]);
  const read =
    countries.length === 0
      ? []
      : await each(({ from, to }) => deps.holidaysBetween([...countries], from, to)).catch(() => undefined);
  const zone = change.offset ?? (await deps.zoneOf(countries).catch(() => undefined));
  return {
    zone: zone ?? "UTC",
    changes: once(changes, ({ analysisId }) => analysisId),
    maintenance: once(maintenance, ({ id, from }) => `${id} ${from.getTime()}`),
    holidays: once(read ?? [], ({ country, date, name }) => `${country} ${date} ${name}`),
    knowsHolidays: read !== undefined,
  };
}

function once<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** Conflicts of a period, those of the changed CIs first. What only touches the period is none. */
export function conflictsWithin(
  { changes, maintenance, holidays }: Calendar,
  period: Period,
  relationOf: (ciId: string) => Conflict["relation"],
): Conflict[] {
  const overlaps = (other: Period) => other.from < period.to && other.to > period.from;
  const ofCis = (ciIds: readonly string[], rest: Omit<Conflict, "relation" | "ciId">): Conflict[] =>
    ciIds
      .map((ciId) => ({ ...rest, ciId, relation: relationOf(ciId) }))
      .sort((a, b) => RELATIONS[a.relation] - RELATIONS[b.relation] || (a.ciId < b.ciId ? -1 : 1))
      .slice(0, MOST_OF_ONE);
  const none = { name: null, analysisId: null, taskNodeId: null };
  const found = [
    ...changes.filter(overlaps).flatMap(({ ciIds, analysisId, taskNodeId, from, to }) => {
      return ofCis(ciIds, { ...none, kind: "change", from, to, analysisId, taskNodeId });
    }),
    ...maintenance.filter(overlaps).flatMap(({ ciIds, from, to }) => {
      return ofCis(ciIds, { ...none, kind: "maintenance", from, to });
    }),
    ...holidays.filter(overlaps).map(({ name, country, from, to }): Conflict => {
      return { ...none, kind: "holiday", relation: "same", ciId: null, name: `${name} (${country})`, from, to };
    }),
  ];
  const order = (a: Conflict, b: Conflict) =>
    RELATIONS[a.relation] - RELATIONS[b.relation] || a.from.getTime() - b.from.getTime();
  return found.sort(order).slice(0, MOST_CONFLICTS);
}

/** Times in which a change would be in conflict, by their beginning, overlapping ones joined. */
export function busyPeriods({ changes, maintenance, holidays }: Calendar): Period[] {
  const all = [...changes, ...maintenance, ...holidays].map(({ from, to }) => ({ from, to }));
  const busy: Period[] = [];
  for (const period of all.sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = busy.at(-1);
    if (!last || period.from > last.to) busy.push(period);
    else if (period.to > last.to) last.to = period.to;
  }
  return busy;
}

export function relationsOf(change: Change, { parents }: Neighbours): (ciId: string) => Conflict["relation"] {
  const [own, above] = [new Set(change.ciIds), new Set(parents)];
  return (ciId) => (own.has(ciId) ? "same" : above.has(ciId) ? "parent" : "child");
}

/** The part of a plan in which others are in its way: the window of a plan of years is no time in which it is made. */
export function countedPart({ from, to }: Period): Period {
  return { from, to: new Date(Math.min(to.getTime(), from.getTime() + LONGEST_COUNTED_DAYS * DAY)) };
}

/** The planned window; undefined where none is known or it ends before it begins. */
export function plannedPeriod({ plannedStart: from, plannedEnd: to }: Change): Period | undefined {
  return from && to && to > from ? { from, to } : undefined;
}
