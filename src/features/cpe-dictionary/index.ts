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
export type { DictionaryReader } from "./read-dictionary.ts";

export type CpeDictionary = ReturnType<typeof createCpeDictionary>;

/** The dictionary of CPE names in Postgres, shared by all tenants: imported from files, refreshed from the API. */
export function createCpeDictionary(deps: {
  postgres: Postgres;
  /** Undefined if calls to the vulnerability database are off. */
  nvd: Nvd | undefined;
  clock: Clock;
  log: Logger;
}) {
  const { nvd } = deps;
  const recountPairs = createRecountPairs(deps);
  const refresh = nvd ? createRefresh({ ...deps, nvd, recountPairs }) : async () => 0;
  return {
    importRecords: createImportRecords(deps.postgres),
    /** Makes imported records visible to searches by product. Resolves to the number of changed pairs. */
    recountPairs,
    importFiles: createImportFiles({ ...deps, recountPairs }),
    refresh,
    status: () => dictionaryStore.dictionaryStatus(deps.postgres),
    reader: createDictionaryReader(deps),
    jobs: [refreshJob(refresh)] satisfies JobDefinition[],
    jobRefs: cpeDictionaryJobRefs,
  };
}
