import { createLoadDemo, type LoadDemo, type LoadDemoDeps } from "./load-demo.ts";
import { createRemoveDemo, type RemoveDemo, type RemoveDemoDeps } from "./remove-demo.ts";

export { createDemoClock } from "./demo-clock.ts";
export { findSite as findDemo } from "./estate-ids.ts";
export type { LoadedDemo } from "./load-demo.ts";
export type { RemovedDemo } from "./remove-demo.ts";
// With the causes that root cause analysis should find.
export { INCIDENTS } from "./storms/index.ts";

export interface Demo {
  load: LoadDemo;
  remove: RemoveDemo;
}

/** A sample estate for a new installation. The verbs must use the demo's clock. */
export function createDemo(deps: LoadDemoDeps & RemoveDemoDeps): Demo {
  return { load: createLoadDemo(deps), remove: createRemoveDemo(deps) };
}
