/** Software: what an installed program is, without regard to how a host spells it. */
export { createSoftware, type Software, type SoftwareDeps } from "./create-software.ts";
export * from "./engine/index.ts";
export type { Pipeline } from "./pipeline/index.ts";
export type { DescribedProgram, SoftwareIntake } from "./pipeline/intake.ts";
export type { Classified, MappingCatalogue, ProgramName, SoftwareIdentifier } from "./ports.ts";
