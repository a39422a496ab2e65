import type { Clock } from "../../platform/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Changes } from "../../platform/jobs/changes.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import { parkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../platform/log.ts";
import type { Nvd } from "../../platform/nvd/index.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { DictionaryReader } from "../cpe-dictionary/index.ts";
import type { ReachVerbs } from "../reach/index.ts";
import { answersStore } from "./answers/answers.store.ts";
import { createBillOf } from "./answers/bill-of.ts";
import { createReadVulnerabilities } from "./answers/read-vulnerabilities.ts";
import { createDecide } from "./decisions/decide.ts";
import { createEndDecisions, owedDecisions } from "./decisions/end-decisions.ts";
import { createWithdraw } from "./decisions/withdraw.ts";
import { exposureJobs } from "./exposure.job.ts";
import { exposureV1Routes } from "./exposure.v1.ts";
import { feedStore } from "./import/feed.store.ts";
import { createImportEpss } from "./import/import-epss.ts";
import { createImportCves } from "./import/import-feeds.ts";
import { createImportKev } from "./import/import-kev.ts";
import { createImportVendor } from "./import/import-vendor.ts";
import { createRefreshCves } from "./import/refresh-cves.ts";
import { exposureJobRefs } from "./job-refs.ts";
import { createJudge } from "./match/judge-profiles.ts";
import { createMatchTenant, owedMatching } from "./match/match-tenant.ts";
import { createReadRenames, owedRenames } from "./match/read-renames.ts";
import { createRefreshReach } from "./match/refresh-reach.ts";
import { consumeChanges } from "./state/consume-changes.ts";
import { instancesStore } from "./state/instances.store.ts";

export { EXPOSURE_STATUSES } from "./answers/answers.model.ts";
export { findingsStore as findingsSql } from "./answers/findings.store.ts";
export type { FeedStatus, ImportedFeed } from "./import/feed.model.ts";

export interface ExposureDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  log: Logger;
  jobs: SendJobs;
  changes: Changes;
  storesTakeWrites: StoresTakeWrites;
  /** Undefined if calls to the vulnerability database are off. */
  nvd: Nvd | undefined;
  dictionary: Pick<DictionaryReader, "change" | "renamedPairs">;
  reach: Pick<ReachVerbs, "reach">;
  serviceHealth(tenantId: string, ids: string[]): Promise<ReadonlyMap<string, string>>;
  /** Throws 404 unless the tenant has the CI. */
  requireCi(ctx: Parameters<ReturnType<typeof createDecide>>[0], ciId: string): Promise<void>;
  /** Throws 404 unless the tenant has the business service. */
  requireService(ctx: Parameters<ReturnType<typeof createDecide>>[0], id: string): Promise<void>;
}

/** Known vulnerabilities: which installed programs they affect, and what depends on these. */
export function createExposure(deps: ExposureDeps) {
  const { postgres, nvd, clock, log } = deps;
  const now = () => clock.now();
  const matchTenant = createMatchTenant({
    ...deps,
    now,
    judge: createJudge(log),
    refreshReach: createRefreshReach(deps),
  });
  const refreshCves = nvd ? createRefreshCves({ ...deps, nvd }) : async () => 0;
  const verbs = {
    ...createReadVulnerabilities(deps),
    decide: createDecide(deps),
    withdraw: createWithdraw(deps),
    sbom: createBillOf(deps),
  };
  const feature = {
    routes: { v1: exposureV1Routes({ ...verbs, now, requireCi: deps.requireCi, requireService: deps.requireService }) },
    jobs: exposureJobs({
      refreshCves,
      matchTenant,
      readRenames: createReadRenames(deps),
      endDecisions: createEndDecisions(deps),
    }),
    jobRefs: exposureJobRefs,
    owedWork: [owedRenames(deps), owedMatching(postgres), owedDecisions(deps)],
    parkedWork: [
      parkedWork(postgres, "exposure.instances", "exposure_work"),
      parkedWork(postgres, "exposure.programs", "exposure_profiles"),
    ],
    consumers: { graph: consumeChanges },
    onCisPurged: (tenantId: string, ciIds: readonly string[]) => instancesStore.purge(postgres, tenantId, ciIds),
  } satisfies Feature;
  return {
    ...feature,
    verbs,
    /** For the operator at the command line. */
    feeds: {
      importCves: createImportCves(deps),
      importKev: createImportKev(deps),
      importEpss: createImportEpss(deps),
      importVendor: createImportVendor(deps),
      status: () => feedStore.feedStatus(postgres),
    },
    /** For reports and the overview: counts of CVEs, also by CPE name, of affected CIs, and whether there is any data. */
    counts: {
      affectedCis: (tenantId: string) => answersStore.affectedCis(postgres, tenantId, clock.now()),
      total: (tenantId: string) => answersStore.totals(postgres, tenantId),
      byCpe: (tenantId: string) => answersStore.countsByCpe(postgres, tenantId),
      hasData: async () => (await feedStore.feedState(postgres)).change > 0,
    },
  };
}
