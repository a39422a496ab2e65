import type { NewMapping } from "../../../src/features/software/mappings/manage-mappings.ts";

/** A mapping as a person makes it: active, of one instance name. */
export function newMapping(instanceName: string, over: Partial<NewMapping> = {}): NewMapping {
  return {
    instanceName,
    patterns: [],
    software: { name: "Ours", vendor: null },
    family: null,
    processNames: { windows: [], macos: [], linux: [] },
    windowsServices: [],
    processType: "application",
    status: "active",
    confidence: 100,
    notes: null,
    source: "manual",
    ...over,
  };
}
