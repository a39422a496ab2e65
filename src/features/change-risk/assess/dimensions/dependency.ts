import type { Dimension, Evidence } from "../../change-analysis.model.ts";
import type { AffectedCi, Facts } from "../assess.model.ts";
import { type Absence, dimensionOf, logarithmic, saturating } from "./score.ts";

/** The share by which a CI counts that a spare keeps running. */
const COVERED = 0.25;
/** CIs that count in full. */
const MANY = 200;
const MANY_DIRECT = 60;

/** What else fails: CIs that need a changed one, and redundancy that the change takes away. Services count elsewhere. */
export function dependencyOf(facts: Facts, absence: Absence): Dimension {
  const { affected, services } = facts;
  const direct = affected.filter(({ distance }) => distance === 1);
  const lost = [...affected, ...services].filter(({ redundancy }) => redundancy === "lost");
  const raw = [
    {
      name: "dependents",
      sixteenths: 2,
      value: logarithmic(amountOf(affected), MANY),
      evidence: affected.map((each) => dependentEvidence(facts, each)),
      none: "no dependent is recorded",
    },
    {
      name: "direct_dependents",
      sixteenths: 7,
      value: logarithmic(amountOf(direct), MANY_DIRECT),
      evidence: direct.map((each) => dependentEvidence(facts, each)),
      none: "no direct dependent is recorded",
    },
    {
      name: "lost_redundancy",
      sixteenths: 7,
      value: saturating(lost.length, 1.5),
      evidence: lost.map(({ id }) => {
        return { kind: "ci" as const, id, value: `${facts.nameOf(id)}: no member of its redundancy group is left` };
      }),
      none: "no dependent loses its redundancy",
    },
  ];
  return dimensionOf("dependency", raw, absence);
}

function amountOf(cis: readonly AffectedCi[]): number {
  return cis.reduce((sum, { redundancy }) => sum + (redundancy === "covered" ? COVERED : 1), 0);
}

function dependentEvidence({ nameOf }: Facts, { id, path, redundancy }: AffectedCi): Evidence {
  const covered = redundancy === "covered" ? ", covered by redundancy" : "";
  return { kind: "ci", id, value: `${path.map(nameOf).join(" <- ")}${covered}` };
}
