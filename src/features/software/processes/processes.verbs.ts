import type { RequestContext } from "../../../context.ts";
import type { Analysis, FamilyCounts, UnmappedStats } from "./analyze.ts";
import type { ApplyNow } from "./apply-now.ts";
import type { IdentifyVerbs } from "./identify-processes.ts";
import type { ListUnnamed } from "./list-unnamed.ts";
import type { RunVerbs } from "./start-run.ts";

export interface ProcessVerbs {
  runs: RunVerbs;
  apply: ApplyNow;
  software: IdentifyVerbs;
  unnamed: ListUnnamed;
  /** These three throw 403 without `software.read`. */
  analyze(ctx: RequestContext): Promise<Analysis>;
  families(ctx: RequestContext): Promise<FamilyCounts[]>;
  unmapped(ctx: RequestContext): Promise<UnmappedStats>;
}
