import type { Clock } from "../../platform/clock.ts";
import type { Nvd } from "../../platform/nvd/index.ts";
import { createRefresh as createCopyRefresh, type Refresh } from "../../platform/nvd-copy/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { dictionaryCopy } from "./dictionary-copy.ts";
import type { RecountPairs } from "./recount-pairs.ts";

const PAGE_SIZE = 5_000;

export interface RefreshDeps {
  postgres: Postgres;
  nvd: Nvd;
  clock: Clock;
  recountPairs: RecountPairs;
  pageSize?: number;
}

/** Fetches the changes of the dictionary: see `nvd-copy`. Counts the pairs of what changed, also of an interrupted run. */
export function createRefresh({ nvd, recountPairs, pageSize = PAGE_SIZE, ...deps }: RefreshDeps): Refresh {
  const refresh = createCopyRefresh({
    ...deps,
    store: dictionaryCopy,
    fetchPage: (query, signal) => nvd.cpePage(query, signal),
    pageSize,
    label: "entries of the CPE dictionary",
  });
  return async (call) => {
    await recountPairs(call.signal);
    const fetched = await refresh(call);
    await recountPairs(call.signal);
    return fetched;
  };
}
