import type { Dimension, Evidence } from "../../change-analysis.model.ts";
import type { ComparedChange, Facts } from "../assess.model.ts";
import { type Absence, dimensionOf, saturating } from "./score.ts";

/** How much an outcome counts of a change that only resembles this one. */
const LIKENESS = { like: 1, type: 0.4 } as const;
/** So many successes more would have been seen without any reason to worry: one failure alone proves little. */
const PRIOR_SAME = 0.5;
const PRIOR_LIKE = 3;
/** After this time an outcome counts half. */
const HALF_LIFE_DAYS = 180;
const DAY_MS = 86_400_000;

export function hasFailed({ succeeded, incidents }: Pick<ComparedChange, "succeeded" | "incidents">): boolean {
  return !succeeded || incidents > 0;
}

/** What became of earlier changes of the same CIs and of CIs like them. Changes without an outcome are not among them. */
export function historicalOf(facts: Facts, absence: Absence): Dimension {
  const same = facts.past.filter(({ likeness }) => likeness === "same");
  const like = facts.past.filter(({ likeness }) => likeness !== "same");
  const edits = facts.activity.map(({ ciId, edits: count, lastId }): Evidence => {
    return { kind: "history", id: lastId, value: `${facts.nameOf(ciId)}: edited ${count} times within 30 days` };
  });
  const incidents = same.reduce((sum, each) => sum + each.incidents, 0);
  const raw = [
    {
      name: "failures_of_these_cis",
      sixteenths: 9,
      value: failureRate(facts.now, same, () => 1, PRIOR_SAME),
      evidence: [...same.map(outcomeEvidence), ...edits],
      none: "no outcome of a change of these CIs is recorded",
    },
    {
      name: "failures_of_like_cis",
      sixteenths: 4,
      value: failureRate(facts.now, like, ({ likeness }) => (likeness === "same" ? 1 : LIKENESS[likeness]), PRIOR_LIKE),
      evidence: like.map(outcomeEvidence),
      none: "no outcome of a change of similar CIs is recorded",
    },
    {
      name: "incidents_after_changes",
      sixteenths: 3,
      value: saturating(incidents, 2),
      evidence: same.filter((each) => each.incidents > 0).map(outcomeEvidence),
      none: "no incident after a change of these CIs is recorded",
    },
  ];
  return dimensionOf("historical", raw, absence);
}

/** The share that failed, in percent, among these and `prior` successes more; the longer ago, the less each counts. */
function failureRate(
  now: Date,
  changes: readonly ComparedChange[],
  weightOf: (change: ComparedChange) => number,
  prior: number,
): number {
  let [failed, all] = [0, 0];
  for (const change of changes) {
    const days = Math.max(0, (now.getTime() - change.at.getTime()) / DAY_MS);
    const weight = weightOf(change) * 0.5 ** (days / HALF_LIFE_DAYS);
    all += weight;
    if (hasFailed(change)) failed += weight;
  }
  return (100 * failed) / (all + prior);
}

function outcomeEvidence(change: ComparedChange): Evidence {
  const { analysisId, at, succeeded, incidents } = change;
  const outcome = `${succeeded ? "succeeded" : "failed"}${incidents > 0 ? `, incidents: ${incidents}` : ""}`;
  return { kind: "change", id: analysisId, value: `${outcome}, ${at.toISOString().slice(0, 10)}` };
}
