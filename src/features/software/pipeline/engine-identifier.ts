import { type FindCandidatesLater, identifySoftware, type Knowledge, matchCpesLater } from "../engine/index.ts";
import type { Classified, ProgramName, SoftwareIdentifier } from "../ports.ts";

/** The identifier of the built-in knowledge and patterns alone, the same for every tenant. */
export function createEngineIdentifier(deps: {
  knowledge: () => Knowledge;
  find: FindCandidatesLater;
}): SoftwareIdentifier {
  const classifyOne = (item: ProgramName): Classified => {
    const { normalizedName, software, family } = identifySoftware(item, deps.knowledge());
    return {
      normalizedName,
      software: { name: software.name, vendor: software.vendor ?? null },
      family,
      mappingId: null,
    };
  };
  return {
    classify: async (_tenantId, items) => items.map(classifyOne),
    async identify(_tenantId, items) {
      const cpes = await matchCpesLater(items, deps.knowledge(), deps.find);
      return items.map((item, at) => ({ ...classifyOne(item), cpe: cpes[at]! }));
    },
  };
}
