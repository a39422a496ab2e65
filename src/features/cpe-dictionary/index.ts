import type { Clock } from "../../platform/clock.ts";
import type { JobDefinition } from "../../platform/jobs/job-ref.ts";
import type { Logger } from "../../platform/log.ts";
import type { Nvd } from "../../platform/nvd/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { dictionaryStore } from "./dictionary.store.ts";
import { createImportFiles } from "./import-files.ts";
import { createImportRecords } from "./import-records.ts";
import { cpeDictionaryJobRefs } from "./job-refs.ts";
import { createDictionaryReader } from "./read-dictionary.ts";
import { createRecountPairs } from "./recount-pairs.ts";
import { refreshJob } from "./refresh.job.ts";
import { createRefresh } from "./refresh.ts";

export type {
  CpeEntry,
  CpePair,
  CpePairKey,
  CpeVersionEntry,
  CpeVersionKey,
  DictionaryStatus,
  ImportedFile,
} from "./cpe-dictionary.model.ts";
export type { DictionaryFile } from "./import-files.ts";
export type { DictionaryReader } from "./read-dictionary.ts";

export type CpeDictionary = ReturnType<typeof createCpeDictionary>;

/** The dictionary of CPE names in Postgres, the same for every tenant: imported from files, kept fresh from the API. */
export function createCpeDictionary(deps: {
  postgres: Postgres;
  /** Absent where nobody outside is to be asked. */
  nvd: Nvd | undefined;
  clock: Clock;
  log: Logger;
}) {
  const { nvd } = deps;
  const recountPairs = createRecountPairs(deps);
  const refresh = nvd ? createRefresh({ ...deps, nvd, recountPairs }) : async () => 0;
  return {
    importRecords: createImportRecords(deps.postgres),
    /** Makes what was taken in visible to searches by product. Answers how many pairs that changed. */
    recountPairs,
    importFiles: createImportFiles({ ...deps, settlePairs: recountPairs }),
    refresh,
    status: () => dictionaryStore.dictionaryStatus(deps.postgres),
    reader: createDictionaryReader(deps),
    jobs: [refreshJob(refresh)] satisfies JobDefinition[],
    jobRefs: cpeDictionaryJobRefs,
  };
}
