import type { Clock } from "../../../platform/clock.ts";
import type { Nvd } from "../../../platform/nvd/index.ts";
import { createRefresh, type Refresh } from "../../../platform/nvd-copy/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { cvesCopy } from "./import-feeds.ts";

const PAGE_SIZE = 2_000;

export interface RefreshCvesDeps {
  postgres: Postgres;
  nvd: Nvd;
  clock: Clock;
  pageSize?: number | undefined;
}

/** Fetches the changes of CVEs: see `nvd-copy`. */
export function createRefreshCves({ nvd, pageSize = PAGE_SIZE, ...deps }: RefreshCvesDeps): Refresh {
  return createRefresh({
    ...deps,
    store: cvesCopy,
    fetchPage: (query, signal) => nvd.cvePage(query, signal),
    pageSize,
    label: "records of the CVE feed",
  });
}
