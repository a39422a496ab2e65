import { createImpactOf, createRequireKnown, type ImpactOfDeps } from "./impact-of.ts";

export function createImpactVerbs(deps: ImpactOfDeps) {
  return { impactOf: createImpactOf(deps), requireKnown: createRequireKnown(deps) };
}

export type ImpactVerbs = ReturnType<typeof createImpactVerbs>;
