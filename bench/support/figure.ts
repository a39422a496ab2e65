/** Settings of a run, each a number: `--rounds 7`. */
export type Settings = Readonly<Record<string, number>>;

/** A target for one number. */
export interface Target {
  /** `x` is a ratio to the baseline of the same run, `share` one of 1. */
  unit: "x" | "share" | "s" | "ms" | "us" | "/s" | "MB" | "kB" | "queries";
  better: "higher" | "lower";
  /** Required and desired value. */
  must: number;
  aim: number;
}

/** Result of a run. */
export interface Outcome<M extends string = string> {
  marks: Readonly<Record<M, number>>;
  /** Further figures of the same run, by name. */
  details: Readonly<Record<string, number | string>>;
  /** Properties of the responses checked during the run; a failed check ends the run. */
  verified: readonly string[];
}

export interface Figure<M extends string = string, S extends Settings = Settings> {
  /** Description of the measurement, in one line. */
  what: string;
  marks: Readonly<Record<M, Target>>;
  /** Settings with their defaults. */
  settings: S;
  run(settings: { [K in keyof S]: number }, say: (line: string) => void): Promise<Outcome<M>>;
}

/** Declares a figure: its outcome has every mark, and its run knows the settings that it names. */
export function defineFigure<M extends string, S extends Settings>(figure: Figure<M, S>): Figure {
  return figure as unknown as Figure;
}

export function verdictOf({ better, must, aim }: Target, value: number): "aim reached" | "must reached" | "missed" {
  const reaches = (bound: number) => (better === "higher" ? value >= bound : value <= bound);
  return reaches(aim) ? "aim reached" : reaches(must) ? "must reached" : "missed";
}
