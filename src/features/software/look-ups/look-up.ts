import { type CpePage, type Nvd, NvdFault } from "../../../platform/nvd/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { CpeDictionary } from "../../cpe-dictionary/index.ts";
import { createCpeIndexBuilder, type Knowledge, matchCpes } from "../engine/index.ts";
import { type LookUp, lookUpsStore } from "./look-ups.store.ts";
import { searchesFor } from "./searches.ts";

export interface LookUpDeps {
  postgres: Postgres;
  nvd: Pick<Nvd, "cpePage">;
  dictionary: Pick<CpeDictionary, "importRecords">;
  knowledge: () => Knowledge;
}

/** `taken`: another process recorded the answer first. */
export type LookUpOutcome = "found" | "unfound" | "refused" | "taken";

/**
 * Runs the searches for one program until one finds its product. Commits each answer to the dictionary together with
 * the search's number, so that another run can continue after a crash. Rejects with NvdFault `unavailable` if the
 * source does not answer. The caller ends a look-up that found nothing or was refused.
 */
export async function lookUp(deps: LookUpDeps, request: LookUp, signal: AbortSignal): Promise<LookUpOutcome> {
  const searches = searchesFor(request.program, deps.knowledge());
  for (let step = request.step; step < searches.length; step++) {
    const page = await ask(deps.nvd, searches[step]!, signal);
    if (!page) {
      return "refused";
    }
    const found = namesProgram(page, request, deps.knowledge());
    const isFirst = await deps.dictionary.importRecords(page.records, (tx) =>
      lookUpsStore.advance(tx, { ...request, step }, { step: step + 1, found }),
    );
    if (!isFirst) return "taken";
    if (found) return "found";
  }
  return "unfound";
}

/** Undefined if the source refuses the search or its answer is unreadable. */
async function ask(nvd: Pick<Nvd, "cpePage">, ...search: Parameters<Nvd["cpePage"]>): Promise<CpePage | undefined> {
  try {
    return await nvd.cpePage(...search);
  } catch (error) {
    if (error instanceof NvdFault && error.kind !== "unavailable") return undefined;
    throw error;
  }
}

/** Whether the page has a CPE name of the program, by the same matching as over the whole dictionary. */
function namesProgram({ records }: CpePage, { program }: LookUp, knowledge: Knowledge): boolean {
  const builder = createCpeIndexBuilder();
  for (const { cpeName, deprecated, deprecatedBy, title } of records) {
    builder.add({ cpeName, deprecated, deprecatedBy, title });
  }
  return matchCpes([program], knowledge, builder.finish().find)[0]!.match !== "none";
}
