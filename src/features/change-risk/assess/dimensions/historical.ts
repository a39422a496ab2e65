import type { Dimension, Evidence } from "../../change-analysis.model.ts";
import type { ComparedChange, Facts } from "../assess.model.ts";
import { type Absence, dimensionOf, saturating } from "./score.ts";

/** So many outcomes as those of like changes stand beside what a CI itself has shown: one failure alone proves little. */
const PRIOR = 2;
/** So many successes more stand beside the outcomes of all compared changes. */
const PRIOR_OF_ALL = 5;
/** How much an outcome counts of a change that only resembles this one, and how many successes stand beside them. */
const LIKENESS = { same: 1, like: 1, type: 0.4 } as const;
const PRIOR_LIKE = 3;

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
  const failed = same.filter(hasFailed);
  const incidents = same.reduce((sum, each) => sum + each.incidents, 0);
  const raw = [
    {
      name: "chance_of_failure",
      sixteenths: 6,
      value: chanceOfFailure(facts),
      evidence: [...same, ...like].map(outcomeEvidence),
      none: "no outcome of a change of these CIs or of similar ones is recorded",
    },
    {
      name: "failures_of_these_cis",
      sixteenths: 7,
      value: saturating(failed.length, 2.5),
      evidence: [...failed.map(outcomeEvidence), ...edits],
      none: "no failed change of these CIs is recorded",
    },
    {
      name: "failures_of_like_cis",
      sixteenths: 1,
      value: failureRate(like, ({ likeness }) => LIKENESS[likeness], PRIOR_LIKE),
      evidence: like.map(outcomeEvidence),
      none: "no outcome of a change of similar CIs is recorded",
    },
    {
      name: "incidents_after_changes",
      sixteenths: 2,
      value: saturating(incidents, 2),
      evidence: same.filter((each) => each.incidents > 0).map(outcomeEvidence),
      none: "no incident after a change of these CIs is recorded",
    },
  ];
  return dimensionOf("historical", raw, absence);
}

/**
 * How probable it is, in percent, that the change of at least one of the CIs fails: each by its own outcomes, and by those of
 * all compared changes as long as it has few. A change of several CIs shares its outcome out among them.
 */
function chanceOfFailure({ changed, past }: Facts): number {
  const base = failureRate(past, () => 1, PRIOR_OF_ALL) / 100;
  const known = new Map(changed.map(({ id }) => [id, { failed: 0, all: 0 }]));
  for (const change of past) {
    const share = 1 / Math.max(1, change.ciIds.length);
    for (const id of new Set(change.ciIds)) {
      const outcomes = known.get(id);
      if (!outcomes) continue;
      outcomes.all += share;
      if (hasFailed(change)) outcomes.failed += share;
    }
  }
  const chances = [...known.values()].map(({ failed, all }) => (failed + PRIOR * base) / (all + PRIOR));
  return 100 * (1 - chances.reduce((none, chance) => none * (1 - chance), 1));
}

/** The share that failed, in percent, among these and `prior` successes more. */
function failureRate(
  changes: readonly ComparedChange[],
  weightOf: (change: ComparedChange) => number,
  prior: number,
): number {
  let [failed, all] = [0, 0];
  for (const change of changes) {
    const weight = weightOf(change);
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
