import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { ChangeConsumers, Changes } from "../../platform/jobs/changes.ts";
import type { JobDefinition, JobRef } from "../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { OwedWork } from "../../platform/jobs/owed-work.ts";
import { type ParkedWork, parkedWork } from "../../platform/jobs/parked-work.ts";
import type { StoresTakeWrites } from "../../platform/jobs/stores-take-writes.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { SoftwareIntake } from "../software/index.ts";
import { peersStore } from "./connections/peers.store.ts";
import { createPeerWatcher, createResolvePeers, owedPeers } from "./connections/resolve-peers.ts";
import { discoveryApiRoutes } from "./discovery.api.ts";
import { discoveryJobs } from "./discovery.job.ts";
import { discoveryV1Routes } from "./discovery.v1.ts";
import type { DiscoveryVerbs } from "./discovery.wire.ts";
import { createMarkAbsent } from "./hosts/mark-absent.ts";
import { discoveryJobRefs } from "./job-refs.ts";
import { parkedV1Routes } from "./parked/parked.v1.ts";
import { createParkedVerbs } from "./parked/parked-hosts.ts";
import { createScanReads } from "./scans/list-scans.ts";
import { createProcessScans, owedScans } from "./scans/process-scans.ts";
import { createSubmitScan } from "./scans/submit-scan.ts";

export { readSubmission } from "./formats/index.ts";
export type { ScanSubmission } from "./host.model.ts";

export interface Discovery {
  verbs: DiscoveryVerbs;
  routes: { v1: Route[]; api: Route[] };
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  parkedWork: readonly ParkedWork[];
  /** Removes the unresolved addresses of purged CIs. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
  /** Watches for CIs that appear with an address that hosts are connected to. */
  consumers: ChangeConsumers;
}

export interface DiscoveryDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  /** Receives `scan.completed`. */
  changes: Pick<Changes, "deliver">;
  /** Describes installed programs. Absent: instances hold only what hosts report. */
  software?: SoftwareIntake | undefined;
  /** Days without a sighting after which a host that full scans no longer find becomes inactive; default 14. */
  absenceDays?: (tenantId: string) => Promise<number>;
}

const ABSENCE_DAYS = 14;

/** Scans: from a submission to hosts, software and connections in the graph. */
export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const {
    graph,
    postgres,
    outbox,
    clock,
    jobs,
    changes,
    storesTakeWrites,
    absenceDays = async () => ABSENCE_DAYS,
  } = deps;
  const verbs: DiscoveryVerbs = {
    submitScan: createSubmitScan({ graph, postgres, clock, jobs }),
    scans: createScanReads({ postgres }),
    parked: createParkedVerbs({ graph, postgres, jobs }),
  };
  return {
    verbs,
    routes: { v1: [...discoveryV1Routes(verbs), ...parkedV1Routes(verbs.parked)], api: discoveryApiRoutes(verbs) },
    jobs: discoveryJobs({
      processScans: createProcessScans({
        graph,
        postgres,
        outbox,
        clock,
        jobs,
        storesTakeWrites,
        software: deps.software,
        changes,
      }),
      resolvePeers: createResolvePeers({ graph, postgres, outbox, clock, jobs, storesTakeWrites }),
      markAbsent: createMarkAbsent({ graph, postgres, outbox, clock, absenceDays, storesTakeWrites }),
    }),
    jobRefs: discoveryJobRefs,
    owedWork: [owedScans(deps), owedPeers(deps)],
    parkedWork: [parkedWork(postgres, "discovery.resolve-peers", "unresolved_peers", { due: "due_at" })],
    onCisPurged: (tenantId, ciIds) => peersStore.removeWaiting(postgres, tenantId, ciIds),
    consumers: { graph: createPeerWatcher({ jobs }) },
  };
}
