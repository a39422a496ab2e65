import { median, round } from "./statistics.ts";

/** One contender: runs its work once and returns a figure, e.g. requests per second. */
export type Contender = () => Promise<number>;

export interface Comparison {
  /** Median of the ratios ours/baseline of the rounds. */
  ratio: number;
  lowest: number;
  highest: number;
  /** Medians. */
  baseline: number;
  ours: number;
}

/**
 * Runs both alternately, changing the first in each round, and compares them per round, so that other load on the machine
 * affects both. Each first runs `warmUp` times unmeasured, until Java has compiled what a long-running service has.
 */
export async function compare(
  rounds: number,
  contenders: { baseline: Contender; ours: Contender },
  say: (line: string) => void,
  warmUp = 1,
): Promise<Comparison> {
  for (let i = 0; i < warmUp; i++) {
    await contenders.baseline();
    await contenders.ours();
  }
  const measured: { baseline: number; ours: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const found = { baseline: 0, ours: 0 };
    const order = i % 2 === 0 ? (["baseline", "ours"] as const) : (["ours", "baseline"] as const);
    for (const who of order) found[who] = await contenders[who]();
    measured.push(found);
    const { baseline, ours } = found;
    say(`round ${i + 1}: baseline ${round(baseline)}, ours ${round(ours)}, ratio ${round(ours / baseline)}`);
  }
  const ratios = measured.map(({ baseline, ours }) => ours / baseline);
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    baseline: median(measured.map((each) => each.baseline)),
    ours: median(measured.map((each) => each.ours)),
  };
}
