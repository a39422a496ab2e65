import { createLoadDemo, type LoadDemo, type LoadDemoDeps } from "./load-demo.ts";
import { createRemoveDemo, type RemoveDemo, type RemoveDemoDeps } from "./remove-demo.ts";

export { createDemoClock } from "./demo-clock.ts";
export type { LoadedDemo } from "./load-demo.ts";
export type { RemovedDemo } from "./remove-demo.ts";
// With the causes that root cause analysis should come to.
export { INCIDENTS } from "./storms/index.ts";

export interface Demo {
  load: LoadDemo;
  remove: RemoveDemo;
}

/** An estate to look at before one's own is there. The verbs go by the demo's clock. */
export function createDemo(deps: LoadDemoDeps & RemoveDemoDeps): Demo {
  return { load: createLoadDemo(deps), remove: createRemoveDemo(deps) };
}
