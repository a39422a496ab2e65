import type { CveSeverity } from "../../../platform/nvd/index.ts";
import type { CveFacts, Priority, PriorityPart, Spread } from "./answers.model.ts";

/** Most points of each part; the store sorts by the same ones. */
export const POINTS = { severity: 40, kev: 25, epss: 15, reach: 10, listening: 4, public: 6 } as const;
/** Services at which half of the points for the reach are given. */
export const HALF_REACH = 2;
/** Base score of a severity without a score: the middle of its range in CVSS 3.1. */
export const MIDDLE: Readonly<Record<CveSeverity, number>> = {
  ...{ critical: 9.5, high: 8, medium: 5.5, low: 2, none: 0, unknown: 5 },
};

/**
 * The priority of a CVE: at most 40 points by its base score, 25 for being exploited, 15 by the predicted probability of
 * that, 10 by the services that need what is affected, and 10 where a server of it listens (4) and has a public address (6).
 */
export function priorityOf(
  { cvss, severity, kev, epss }: Pick<CveFacts, "cvss" | "severity" | "kev" | "epss">,
  { services, listening, public: isPublic }: Pick<Spread, "services" | "listening" | "public">,
): Priority {
  const exposed = (listening ? POINTS.listening : 0) + (isPublic ? POINTS.public : 0);
  const parts: Priority["parts"] = {
    severity: partOf(cvss?.score ?? null, (POINTS.severity * (cvss?.score ?? MIDDLE[severity])) / 10, POINTS.severity),
    knownExploited: partOf(kev !== null, kev ? POINTS.kev : 0, POINTS.kev),
    prediction: partOf(epss, POINTS.epss * (epss ?? 0), POINTS.epss),
    reach: partOf(services, (POINTS.reach * services) / (services + HALF_REACH), POINTS.reach),
    exposure: partOf({ listening, public: isPublic }, exposed, POINTS.listening + POINTS.public),
  };
  const sum = Object.values(parts).reduce((total, { points }) => total + points, 0);
  return { score: Math.round(Math.min(100, sum)), parts };
}

/** Points are rounded to a tenth. */
function partOf<V>(value: V, points: number, max: number): PriorityPart<V> {
  return { value, points: Math.round(points * 10) / 10, max };
}

/**
 * The exposure of a service, 0 to 100: the highest priority of what affects it (half of it where that is only possible), and up
 * to half of the way from there to 100 for further critical and high ones.
 */
export function exposureScore(
  found: readonly { status: string | null; priority: Pick<Priority, "score">; severity: string }[],
): number {
  const weights = found.map(({ status, priority }) =>
    status === "affected" ? priority.score : status === "possible" ? priority.score / 2 : 0,
  );
  const highest = Math.max(0, ...weights);
  if (highest === 0) return 0;
  const serious = found.filter(
    ({ status, severity }) => status === "affected" && (severity === "critical" || severity === "high"),
  ).length;
  const further = Math.max(0, serious - 1);
  return Math.round(highest + ((100 - highest) / 2) * (further / (further + 20)));
}
