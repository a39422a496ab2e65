import { createFailuresOf } from "./failures-of.ts";
import { createImpactOf, createRequireKnown, type ImpactOfDeps } from "./impact-of.ts";
import { createImpactOfAll } from "./impact-of-all.ts";

export function createImpactVerbs(deps: ImpactOfDeps) {
  return {
    impactOf: createImpactOf(deps),
    impactOfAll: createImpactOfAll(deps),
    failuresOf: createFailuresOf(deps),
    requireKnown: createRequireKnown(deps),
  };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
