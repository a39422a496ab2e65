export { CHANGE_FIELDS, type ChangeField, type ChangeFieldValues } from "./change-fields.ts";
export { type Integration, PLATFORMS, type Platform } from "./integration.model.ts";
export type { TaskUpdate, WriteOutcome } from "./platforms/platform.model.ts";
