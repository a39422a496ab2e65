import type { Conflict, Dimension, DimensionName } from "../../change-analysis.model.ts";
import type { Facts } from "../assess.model.ts";
import { businessOf } from "./business.ts";
import { dependencyOf } from "./dependency.ts";
import { historicalOf } from "./historical.ts";
import { changeEvidence, technicalOf } from "./technical.ts";

/** The four dimensions. Each fact raises only its own; none of them reads confidence, texts or a model's words. */
export function dimensionsOf(facts: Facts, conflicts: readonly Conflict[]): Record<DimensionName, Dimension> {
  const absence = (what: string) => changeEvidence(facts, what);
  return {
    technical: technicalOf(facts, conflicts, absence),
    business: businessOf(facts, absence),
    dependency: dependencyOf(facts, absence),
    historical: historicalOf(facts, absence),
  };
}
