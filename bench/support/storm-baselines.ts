import { groupBy, knownEdges, type Storm } from "./storms.ts";

/** Guesses at the cause of a storm, best first. */
export type Guesser = (storm: Storm) => string[];

/** The CI of the earliest alert first. */
export const earliestEvent: Guesser = ({ alerts }) =>
  distinct([...alerts].sort((a, b) => a.at - b.at).map(({ ciId }) => ciId));

/** Of those that alarm, the CI with most relationships first. */
export const highestDegree: Guesser = ({ estate, alerts }) => {
  const degrees = new Map<string, number>();
  for (const { needed, dependent } of knownEdges(estate)) {
    for (const id of [needed, dependent]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  }
  const alarming = distinct(alerts.map(({ ciId }) => ciId));
  return alarming.sort((a, b) => (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0) || (a < b ? -1 : 1));
};

export interface WalkOptions {
  /** Probability of starting again. */
  restart: number;
  /** Weight of a step to a CI that alarms, beside 1 for one that does not. */
  toAlarming: number;
  /** Weight of a step back to what needs the CI. */
  back: number;
  /** Weight of staying at a CI that alarms and needs nothing that does. */
  stay: number;
}

/** Random walk with restart at the alarms, from what depends to what it needs, as MonitorRank and MicroRCA walk. */
export function randomWalk({ restart, toAlarming, back, stay }: WalkOptions): Guesser {
  return ({ estate, alerts }) => {
    const edges = knownEdges(estate);
    const alarming = new Set(alerts.map(({ ciId }) => ciId));
    const [up, down] = [groupBy(edges, (e) => e.dependent), groupBy(edges, (e) => e.needed)];
    const ids = estate.cis.map(({ id }) => id);
    const moves = new Map(
      ids.map((id) => {
        const weight = (to: string, base: number) => [to, base * (alarming.has(to) ? toAlarming : 1)] as const;
        const onward = (up.get(id) ?? []).map((e) => weight(e.needed, 1));
        const backward = (down.get(id) ?? []).map((e) => weight(e.dependent, back));
        const rests = !onward.some(([to]) => alarming.has(to)) && alarming.has(id);
        const all = [...onward, ...backward, [id, rests ? stay : 0.01] as const];
        const total = all.reduce((sum, [, w]) => sum + w, 0);
        return [id, all.map(([to, w]) => [to, w / total] as const)] as const;
      }),
    );
    let rank = new Map([...alarming].map((id) => [id, 1 / alarming.size]));
    for (let round = 0; round < 60; round++) {
      const next = new Map([...alarming].map((id) => [id, restart / alarming.size]));
      for (const [id, mass] of rank) {
        for (const [to, w] of moves.get(id)!) next.set(to, (next.get(to) ?? 0) + (1 - restart) * mass * w);
      }
      rank = next;
    }
    return [...rank].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
  };
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
