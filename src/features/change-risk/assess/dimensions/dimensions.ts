import type { Conflict, Dimension, DimensionName } from "../../change-analysis.model.ts";
import type { Facts } from "../assess.model.ts";
import { businessOf } from "./business.ts";
import { dependencyOf } from "./dependency.ts";
import { historicalOf } from "./historical.ts";
import { changeEvidence, technicalOf } from "./technical.ts";

/** The four dimensions. Each fact raises only its own; none of them reads confidence, texts or a model's words. */
export function dimensionsOf(facts: Facts, conflicts: readonly Conflict[]): Record<DimensionName, Dimension> {
  const nothing = (what: string) => changeEvidence(facts, `no ${what} is recorded`);
  return {
    technical: technicalOf(facts, conflicts, nothing("such trouble")),
    business: businessOf(facts, nothing("affected service of this kind")),
    dependency: dependencyOf(facts, nothing("dependent of this kind")),
    historical: historicalOf(facts, nothing("outcome of such a change")),
  };
}
