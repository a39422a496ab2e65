import { mustGet } from "../../../model/must-get.ts";
import { readReportedName } from "../identify/reported-cpe.ts";
import type { ProgramName, SoftwareIdentifier } from "../ports.ts";

/** The software pipeline as a scan uses it. */
export interface SoftwareIntake {
  /** Attributes of the Software Instance of each program, in the order given. Reads memory only, no store. */
  describe(tenantId: string, programs: readonly ProgramName[]): Promise<Record<string, string>[]>;
}

/** Characters kept of a reported CPE name. NISTIR 7695 sets no maximum; the dictionary's longest has about 200. */
const MAX_CPE_LENGTH = 2_048;

export function createSoftwareIntake({
  identifier,
}: {
  identifier: Pick<SoftwareIdentifier, "classify">;
}): SoftwareIntake {
  return {
    async describe(tenantId, programs) {
      // A fleet has the same programs everywhere: classify each once.
      const distinct = new Map(programs.map((program) => [keyOf(program), program]));
      const classified = await identifier.classify(tenantId, [...distinct.values()]);
      const byKey = new Map([...distinct.keys()].map((key, at) => [key, classified[at]!]));
      return programs.map((program): Record<string, string> => {
        const { normalizedName, software, family, kind, mappingId } = mustGet(byKey, keyOf(program));
        return {
          software_name: software.name,
          ...(software.vendor && { software_vendor: software.vendor }),
          ...(family !== null && { software_family: family }),
          software_kind: kind,
          normalized_name: normalizedName,
          ...(mappingId !== null && { mapping_id: mappingId }),
          ...(program.platform !== undefined && { platform: program.platform }),
          ...(program.cpeName && reportedCpe(program.cpeName)),
          enrichment_status: "pending",
        };
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
