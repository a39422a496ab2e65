export { createSoftware, type Software, type SoftwareDeps } from "./create-software.ts";
export * from "./engine/index.ts";
export { MAX_BATCH_SIZE } from "./identify/identifier.ts";
export { presentIdentified, readProcessLine, readProgramLine } from "./identify/identify.wire.ts";
export { createIdentification, type Identification } from "./identify/index.ts";
export { pendingStore as pendingMappingsStore } from "./mappings/pending.store.ts";
export type { Pipeline } from "./pipeline/index.ts";
export type { SoftwareIntake } from "./pipeline/intake.ts";
export type {
  MappingCatalogue,
  ProgramName,
  SoftwareIdentifier,
} from "./ports.ts";
