import { coerceError } from "../../../errors.ts";
import { mustGet } from "../../../model/must-get.ts";
import type { Logger } from "../../../platform/log.ts";
import { readReportedName } from "../identify/reported-cpe.ts";
import type { MappingCatalogue, ProgramName, SoftwareIdentifier } from "../ports.ts";

/** An installation as the scan records it. */
export interface DescribedProgram {
  program: ProgramName;
  /** Attributes of its Software Instance. */
  attributes: Record<string, string>;
  mappingId: string | null;
}

/** The software pipeline as a scan uses it. */
export interface SoftwareIntake {
  /** Attributes of the Software Instance of each program, in the order given. Reads memory only, no store. */
  describe(tenantId: string, programs: readonly ProgramName[]): Promise<DescribedProgram[]>;
  /**
   * Call after the instances are written: counts mapping usage and proposes new mappings. Returns at once, never
   * throws.
   */
  recordInstalled(tenantId: string, described: readonly DescribedProgram[]): void;
}

/** Characters kept of a reported CPE name. NISTIR 7695 sets no maximum; the dictionary's longest has about 200. */
const MAX_CPE_LENGTH = 2_048;

export function createSoftwareIntake(deps: {
  identifier: Pick<SoftwareIdentifier, "classify">;
  catalogue?: Pick<MappingCatalogue, "recordUsage" | "propose"> | undefined;
  log: Logger;
}): SoftwareIntake {
  const { identifier, catalogue, log } = deps;
  return {
    async describe(tenantId, programs) {
      // A fleet has the same programs everywhere: classify each once.
      const distinct = new Map(programs.map((program) => [keyOf(program), program]));
      const classified = await identifier.classify(tenantId, [...distinct.values()]);
      const byKey = new Map([...distinct.keys()].map((key, at) => [key, classified[at]!]));
      return programs.map((program): DescribedProgram => {
        const { normalizedName, software, family, mappingId } = mustGet(byKey, keyOf(program));
        const attributes: Record<string, string> = {
          software_name: software.name,
          ...(software.vendor && { software_vendor: software.vendor }),
          software_family: family,
          normalized_name: normalizedName,
          ...(mappingId !== null && { mapping_id: mappingId }),
          ...(program.platform !== undefined && { platform: program.platform }),
          ...(program.cpeName && reportedCpe(program.cpeName)),
          enrichment_status: "pending",
        };
        return { program, attributes, mappingId };
      });
    },

    recordInstalled(tenantId, described) {
      if (!catalogue) return;
      const used = new Map<string, number>();
      const unmatched = new Map<string, { name: string; vendor: string | null }>();
      for (const { program, mappingId } of described) {
        if (mappingId !== null) used.set(mappingId, (used.get(mappingId) ?? 0) + 1);
        else unmatched.set(keyOf(program), { name: program.name, vendor: program.vendor ?? null });
      }
      for (const [mappingId, times] of used) catalogue.recordUsage(tenantId, mappingId, times);
      if (unmatched.size === 0) return;
      catalogue.propose(tenantId, [...unmatched.values()]).catch((error: unknown) => {
        log.warn(
          { error: coerceError(error).message, names: unmatched.size },
          "names could not be proposed as mappings",
        );
      });
    },
  };
}

/** The reported CPE name; with a fault where it names no product, and enrichment then ignores it. */
function reportedCpe(cpeName: string): Record<string, string> {
  const cpe_name = cpeName.slice(0, MAX_CPE_LENGTH);
  return readReportedName(cpeName) ? { cpe_name } : { cpe_name, cpe_name_fault: "names no product, and is ignored" };
}

function keyOf({ name, vendor, platform }: ProgramName): string {
  return JSON.stringify([name, vendor ?? "", platform ?? ""]);
}
