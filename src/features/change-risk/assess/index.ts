export type { AssessDeps, AssessOptions, Holiday } from "./assess.model.ts";
export { type AssessChange, createAssessChange } from "./assess-change.ts";
export { createAssessWarmUp } from "./warm-up.ts";
