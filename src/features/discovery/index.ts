import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers, Changes } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import type { CollectedAt } from "../relationships/index.ts";
import type { SoftwareIntake } from "../software/index.ts";
import { newestCollections } from "./collections.store.ts";
import { discoveryApiRoutes } from "./discovery.api.ts";
import { discoveryJobs } from "./discovery.job.ts";
import { discoveryV1Routes } from "./discovery.v1.ts";
import type { DiscoveryVerbs } from "./discovery.wire.ts";
import { createFailStalled } from "./fail-stalled.ts";
import { createHostReads } from "./host-reads.ts";
import { discoveryJobRefs } from "./job-refs.ts";
import { createScanReads } from "./list-scans.ts";
import { createMarkAbsent } from "./mark-absent.ts";
import { createProcessScan } from "./process-scan.ts";
import { forgetCis } from "./records.store.ts";
import { createPeerWatch, createResolvePeers } from "./resolve-peers.ts";
import { isScanRunning, renewProgress } from "./scans.store.ts";
import { createSubmitScan } from "./submit-scan.ts";

export { type ReadSubmission, readSubmission } from "./formats/index.ts";
export type { ScanSubmission } from "./host.model.ts";
export type { SubmitScanInput } from "./submit-scan.ts";

export interface Discovery {
  verbs: DiscoveryVerbs;
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  /** When collections of CIs were last known to hold, for whoever shows what scans found. */
  collectedAt: CollectedAt;
  /** Forgets what scans kept of CIs that are gone for good. */
  forgetCis(tenantId: string, ciIds: string[]): Promise<void>;
  /** After a restore: scans that were under way are not taken for stalled. */
  renewProgress(tx: Sql): Promise<void>;
  /** Whether a scan of the tenant is under way. */
  isScanning(tenantId: string): Promise<boolean>;
  /** For CIs that appear with an address that hosts talk to. */
  consumers: ChangeConsumers;
}

export interface DiscoveryDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  jobs: SendJobs;
  /** Gets the ends of scans. */
  changes: Pick<Changes, "deliver">;
  ciExists: (tenantId: string, id: string) => Promise<boolean>;
  /** Says what installed programs are. Absent: instances hold what hosts report, and no more. */
  software?: SoftwareIntake | undefined;
  /** Days without a sighting after which a host that full scans miss is inactive; default 14. */
  absenceDays?: (tenantId: string) => Promise<number>;
}

const ABSENCE_DAYS = 14;
/** A scan that has not gone on for longer is not waited for. */
const PROGRESS_MINUTES = 2;

/** Scans: from a submission to hosts, software and connections in the graph. */
export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { graph, postgres, outbox, clock, jobs, changes, absenceDays = async () => ABSENCE_DAYS } = deps;
  const verbs: DiscoveryVerbs = {
    submitScan: createSubmitScan({ graph, postgres, clock, jobs }),
    scans: createScanReads({ postgres }),
  };
  const hosts = createHostReads({ postgres, ciExists: deps.ciExists });
  return {
    verbs,
    routes: { v1: discoveryV1Routes(verbs, hosts), api: discoveryApiRoutes(verbs) },
    jobs: discoveryJobs({
      processScan: createProcessScan({
        graph,
        postgres,
        outbox,
        clock,
        jobs,
        software: deps.software,
        changes,
      }),
      resolvePeers: createResolvePeers({ graph, postgres, outbox, clock, jobs }),
      failStalled: createFailStalled({ postgres, clock, changes }),
      markAbsent: createMarkAbsent({ graph, postgres, outbox, clock, absenceDays }),
    }),
    jobRefs: discoveryJobRefs,
    collectedAt: async (tenantId, collections) => {
      const ciIds = [...new Set(collections.map(({ ciId }) => ciId))];
      const newest = await newestCollections(postgres, tenantId, ciIds);
      return new Map(
        [...newest].flatMap(([ciId, kinds]) => [...kinds].map(([kind, { at }]) => [`${ciId} ${kind}`, at])),
      );
    },
    forgetCis: (tenantId, ciIds) => postgres.transaction((tx) => forgetCis(tx, tenantId, ciIds)),
    renewProgress,
    isScanning: (tenantId) => isScanRunning(postgres, tenantId, PROGRESS_MINUTES),
    consumers: { graph: createPeerWatch({ jobs }) },
  };
}
