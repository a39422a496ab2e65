import type { Component } from "../../services/index.ts";
import type { DateRange } from "../parameters/date-range.ts";

/** [from, to) in milliseconds. */
export type Span = readonly [from: number, to: number];

/** Spans in order, those that touch joined. */
function union(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** What lies in every one of the lists; each is a union. */
function intersection(lists: readonly (readonly Span[])[]): Span[] {
  const [first = [], ...others] = lists;
  return others.reduce<Span[]>(
    (left, right) =>
      left.flatMap(([from, to]) =>
        right.flatMap(([a, b]): Span[] =>
          Math.max(from, a) < Math.min(to, b) ? [[Math.max(from, a), Math.min(to, b)]] : [],
        ),
      ),
    [...first],
  );
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}

function clip(spans: readonly Span[], from: number, to: number): Span[] {
  return spans.flatMap(([a, b]): Span[] =>
    Math.max(a, from) < Math.min(b, to) ? [[Math.max(a, from), Math.min(b, to)]] : [],
  );
}

/**
 * When a service was down: while it or a component that it needs was. Of components of one redundancy group all must be
 * down; an optional one does not count.
 */
export function outagesOf(
  serviceId: string,
  components: readonly Pick<Component, "ciId" | "criticality" | "redundancyGroup">[],
  downOf: (ciId: string) => readonly Span[],
): Span[] {
  const needed = components.filter(({ criticality }) => criticality !== "optional");
  const groups = Map.groupBy(needed, ({ redundancyGroup, ciId }) => redundancyGroup ?? ` ${ciId}`);
  const down = [...groups.values()].map((members) => intersection(members.map(({ ciId }) => union(downOf(ciId)))));
  return union([...downOf(serviceId), ...down.flat()]);
}

/** Availability in a period, as far as it has passed. */
export interface Availability {
  /** Percent; null where nothing of the period has passed. */
  percent: number | null;
  downSeconds: number;
  outages: number;
}

export function availabilityIn(outages: readonly Span[], { from, to }: DateRange, now: Date): Availability {
  const end = Math.min(to.getTime(), now.getTime());
  const whole = end - from.getTime();
  const inside = clip(outages, from.getTime(), end);
  const down = lengthOf(inside);
  // Three digits: a second of a month.
  const percent = whole > 0 ? Math.round((1 - down / whole) * 100_000) / 1_000 : null;
  return { percent, downSeconds: Math.round(down / 1_000), outages: inside.length };
}
