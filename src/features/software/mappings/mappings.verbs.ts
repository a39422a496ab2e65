import type { ImportMappings } from "./import-mappings.ts";
import type { ReadMappingVerbs } from "./list-mappings.ts";
import type { ManageMappingVerbs } from "./manage-mappings.ts";

export interface MappingVerbs extends ReadMappingVerbs, ManageMappingVerbs {
  import: ImportMappings;
  /** Throws 404 if neither the tenant nor the built-in catalogue has the mapping. */
  requireKnown(ctx: { tenantId: string }, id: string): Promise<void>;
}
