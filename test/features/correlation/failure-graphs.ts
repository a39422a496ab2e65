import type { Alarm, FailureCi, FailureEdge, FailureGraph } from "../../../src/features/correlation/index.ts";

/** `"shop>db"`: shop depends on db; `~` instead of `>`: only observed. `quiet`: number of further, silent dependents. */
export function graphOf(
  links: string[],
  quiet: Record<string, number> = {},
  more: Record<string, Partial<FailureEdge>> = {},
): FailureGraph {
  const edges = links.map((link): FailureEdge => {
    const [dependent, needed] = link.split(/[>~]/) as [string, string];
    const observed = link.includes("~");
    const type = observed ? "Connected To" : "depends_on";
    return { needed, dependent, type, outgoing: true, observed, optional: false, group: null, ...more[link] };
  });
  const ids = new Set([...edges.flatMap(({ needed, dependent }) => [needed, dependent]), ...Object.keys(quiet)]);
  const ciOf = (id: string): [string, FailureCi] => [
    id,
    { id, name: id, type: "server", silentDependents: { declared: quiet[id] ?? 0, observed: 0 } },
  ];
  return { cis: new Map([...ids].map(ciOf)), edges };
}

/** Alarms of these CIs at the same time, unless an offset in seconds is given: `"db@-30"`. */
export function alarmsOn(...places: string[]): Alarm[] {
  return places.map((place, n) => {
    const [ciId, seconds = "0"] = place.split("@") as [string, string?];
    return { eventId: `e${n}`, ciId, at: 1e12 + Number(seconds) * 1_000, severity: "high" };
  });
}
