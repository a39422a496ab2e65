import type { Route } from "../../platform/http/route.ts";
import { overviewV1Routes } from "./overview.v1.ts";
import { createSummarize, type SummarizeDeps } from "./summarize.ts";

/** The figures of an estate for a first page. */
export function createOverview(deps: SummarizeDeps): { routes: { v1: Route[] } } {
  return { routes: { v1: overviewV1Routes(createSummarize(deps)) } };
}
