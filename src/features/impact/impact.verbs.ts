import { createFailuresOf } from "./failures-of.ts";
import { createImpactOf, createRequireKnown, type ImpactOfDeps } from "./impact-of.ts";

export function createImpactVerbs(deps: ImpactOfDeps) {
  return {
    impactOf: createImpactOf(deps),
    failuresOf: createFailuresOf(deps),
    requireKnown: createRequireKnown(deps),
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
