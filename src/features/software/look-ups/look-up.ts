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

/** `taken`: another process was faster. */
export type LookUpOutcome = "found" | "unfound" | "refused" | "taken";

/**
 * Asks the source about one program, search after search until one brings its product. Each answer is kept in the
 * dictionary together with the place reached, so that a run which dies is gone on with. Rejects with NvdFault
 * `unavailable` where the source does not answer; a search that it refuses ends the look-up.
 */
export async function lookUp(deps: LookUpDeps, request: LookUp, signal: AbortSignal): Promise<LookUpOutcome> {
  const searches = searchesFor(request.program, deps.knowledge());
  for (let step = request.step; step < searches.length; step++) {
    const page = await ask(deps.nvd, searches[step]!, signal);
    if (!page) {
      await lookUpsStore.markUnanswered(deps.postgres, request.key, false);
      return "refused";
    }
    const found = namesProgram(page, request, deps.knowledge());
    const isFirst = await deps.dictionary.importRecords(page.records, (tx) =>
      lookUpsStore.advance(tx, { ...request, step }, { step: step + 1, found }),
    );
    if (!isFirst) return "taken";
    if (found) return "found";
  }
  await lookUpsStore.closeUnfound(deps.postgres, request.key);
  return "unfound";
}

/** Undefined where the source refuses the search, or answers in no form that is known. */
async function ask(nvd: Pick<Nvd, "cpePage">, ...search: Parameters<Nvd["cpePage"]>): Promise<CpePage | undefined> {
  try {
    return await nvd.cpePage(...search);
  } catch (error) {
    if (error instanceof NvdFault && error.kind !== "unavailable") return undefined;
    throw error;
  }
}

/** Whether what came names the program, judged as over the whole dictionary. */
function namesProgram({ records }: CpePage, { program }: LookUp, knowledge: Knowledge): boolean {
  const builder = createCpeIndexBuilder();
  for (const { cpeName, deprecated, deprecatedBy, title } of records) {
    builder.add({ cpeName, deprecated, deprecatedBy, title });
  }
  return matchCpes([program], knowledge, builder.finish().find)[0]!.match !== "none";
}
