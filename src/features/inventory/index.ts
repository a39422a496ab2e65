import type { Route } from "../../platform/http/route.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { CollectedAt } from "../relationships/index.ts";
import type { Settings } from "../settings/index.ts";
import { newestCollections } from "./collections.store.ts";
import { expiredScansStore } from "./expired-scans.store.ts";
import { inventoryV1Routes } from "./inventory.v1.ts";
import { createInventoryReads, type InventoryReads } from "./read-inventory.ts";
import { removeCis } from "./records.store.ts";

// Reads and writes of the inventory tables for other features. They check no scope, and run on the caller's transaction
// or pool.
export { absentCis, tenantsWithSightings } from "./absence.store.ts";
export { newestCollections, reportingHosts } from "./collections.store.ts";
export { type InstalledProgram, type InventoryFacts, inventoryFacts, type ListeningProgram } from "./facts.store.ts";
export type {
  HostRecords,
  InventoryRecord,
  NewestCollections,
  RecordKind,
} from "./inventory.model.ts";
export { parkedStore } from "./parked.store.ts";
export type { InventoryReads } from "./read-inventory.ts";
export { replaceRecords } from "./records.store.ts";
export {
  type HostOutcome,
  type HostResult,
  type NewRawRecord,
  type Page,
  type PageInput,
  type ParkedDecision,
  type ParkedHost,
  type PendingRecord,
  type PresentedDecision,
  type RawRecord,
  type RawRecordView,
  type RunningScan,
  SCAN_STATUSES,
  type ScanFilters,
  type ScanView,
} from "./scan.model.ts";
export { hasScan, hasScanned, rawRecordPage, scanCounts, scanPage, scanWithResults } from "./scan-reads.store.ts";
export { scanTotalsStore } from "./scan-totals.store.ts";
export {
  cisOfScan,
  failRunningScan,
  finishScan,
  insertScan,
  isScanRunning,
  pendingHosts,
  putOffHost,
  recordOutcomes,
  releaseScan,
  type TakenScan,
  takeScan,
  tenantsWithFreeScans,
} from "./scans.store.ts";
export { lastSeenOf, lastSightingsByClass, scannersOf } from "./sightings.store.ts";
export {
  type HostProcess,
  listeningSockets,
  processesByPid,
  processesOfHosts,
  type SocketRecord,
  type Sockets,
  socketRecords,
  socketsOf,
} from "./sockets.store.ts";

export interface Inventory {
  verbs: InventoryReads;
  routes: { v1: Route[] };
  /** When the newest collections of CIs were last confirmed; keys are `ci kind`, values ISO 8601. */
  collectedAt: CollectedAt;
  /** Deletes scans with their raw records after the tenant's retention time; answers how many. */
  retention: { raw_scans(tenantId: string): Promise<number> };
  /** Removes records, collections and sightings of purged CIs. */
  onCisPurged(tenantId: string, ciIds: readonly string[]): Promise<void>;
}

export interface InventoryDeps {
  postgres: Postgres;
  requireCi: CiVerbs["requireCi"];
  settings: (tenantId: string) => Promise<Settings>;
}

/**
 * Data of scans in Postgres: raw scans, sightings of CIs by scanner, and the records of their newest collections.
 * Discovery writes it; topology, insights, software and relationships read it.
 */
export function createInventory({ postgres, requireCi, settings }: InventoryDeps): Inventory {
  const verbs = createInventoryReads({ postgres, requireCi });
  return {
    verbs,
    routes: { v1: inventoryV1Routes(verbs) },
    async collectedAt(tenantId, collections) {
      const ciIds = [...new Set(collections.map(({ ciId }) => ciId))];
      const newest = await newestCollections(postgres, tenantId, ciIds);
      return new Map(
        [...newest].flatMap(([ciId, kinds]) => [...kinds].map(([kind, { at }]) => [`${ciId} ${kind}`, at])),
      );
    },
    retention: {
      raw_scans: async (tenantId) =>
        expiredScansStore.delete(postgres, tenantId, (await settings(tenantId)).retention_days.raw_scans),
    },
    onCisPurged: (tenantId, ciIds) => removeCis(postgres, tenantId, ciIds),
  };
}
