import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import { SCOPES } from "../../../model/scopes.ts";
import { runBatch } from "../../../platform/batch.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import {
  findScan,
  finishScan,
  type HostOutcome,
  pendingHosts,
  type RunningScan,
  recordOutcomes,
  scanCounts,
} from "../../inventory/index.ts";
import { type ProcessDeps, processHosts } from "../hosts/process-hosts.ts";
import { type PendingHost, withFacts } from "./raw-record.ts";

export interface PublishScanDeps {
  clock: Clock;
  /** Receives `scan.completed` within the transaction that ends the scan. */
  changes: Pick<Changes, "deliver">;
}

export type ProcessScanDeps = ProcessDeps & PublishScanDeps;

export type ProcessScan = (
  input: { tenantId: string; scanId: string },
  call: { signal: AbortSignal; log: Logger },
) => Promise<void>;

const MAX_BATCH_HOSTS = 100;
/** Batches of one scan processed at once: while one commits, the next is prepared. */
const PARALLEL_BATCHES = 2;
/** Most items (programs, connections, 10 a host) of a batch of several hosts; bounds the size of a transaction. */
const MAX_BATCH_ITEMS = 4_000;

/** Processes all pending hosts of a scan and completes it. Idempotent: repeated after a crash, it continues with the pending hosts. */
export function createProcessScan(deps: ProcessScanDeps): ProcessScan {
  return async ({ tenantId, scanId }, { signal, log }) => {
    const scan = await findScan(deps.postgres, tenantId, scanId);
    if (scan?.status !== "running") return;
    const ctx = contextOf(scan, signal);
    for (;;) {
      // Hosts that a round deferred, because two are one CI, are still pending in the next round.
      const waiting = await pendingHosts(deps.postgres, tenantId, scanId, PARALLEL_BATCHES * MAX_BATCH_HOSTS);
      if (waiting.length === 0) break;
      const batches = batchesOf(waiting.map((record) => withFacts(record, scan.scannerId)));
      for (let next = 0; next < batches.length; next += PARALLEL_BATCHES) {
        signal.throwIfAborted();
        const underWay = batches.slice(next, next + PARALLEL_BATCHES);
        await allSettled(underWay.map((batch) => processBatch(deps, ctx, scan, batch, log)));
      }
    }
    await deps.postgres.transaction(async (tx) => {
      if (await finishScan(tx, tenantId, scanId)) await publishScanCompleted(deps, tx, scan);
    });
  };
}

/** Context of the submitter, with all scopes: the pipeline writes on the submitter's behalf. */
function contextOf(scan: RunningScan, signal: AbortSignal): RequestContext {
  return { tenantId: scan.tenantId, actor: scan.actor, scopes: new Set(SCOPES), requestId: scan.requestId, signal };
}

function batchesOf(hosts: PendingHost[]): PendingHost[][] {
  const batches: PendingHost[][] = [];
  let items = 0;
  for (const host of hosts) {
    const { installed_applications, network_connections } = host.payload;
    const size = 10 + (installed_applications?.length ?? 0) + (network_connections?.length ?? 0);
    const batch = batches.at(-1);
    if (batch && items + size <= MAX_BATCH_ITEMS && batch.length < MAX_BATCH_HOSTS) batch.push(host);
    else batches.push([host]);
    items = batches.at(-1)!.length === 1 ? size : items + size;
  }
  return batches;
}

/** Waits until all have ended, then throws the first failure. */
async function allSettled(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
}

/** Processes a batch. A host that cannot be processed fails individually, and is logged and recorded. */
async function processBatch(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  batch: PendingHost[],
  log: Logger,
): Promise<void> {
  await runBatch<PendingHost, void>(batch, {
    async run(hosts) {
      await processHosts(deps, ctx, scan, hosts);
      return [];
    },
    async failed(error, host) {
      if (isUnavailable(error)) throw error;
      log.error({ scan: scan.id, record: host.id, error: coerceError(error).message }, "a host could not be processed");
      await deps.postgres.transaction((tx) => recordOutcomes(tx, scan, [failedOutcome(host, error)]));
    },
  });
}

function failedOutcome(host: PendingHost, error: unknown): HostOutcome {
  const reason = error instanceof AppError ? error.message : "the host could not be processed";
  return {
    recordId: host.id,
    status: "failed",
    outcome: "failed",
    ciId: null,
    decision: null,
    error: reason,
    kinds: [],
  };
}

/** Publishes `scan.completed`, also of a failed scan, within the transaction that ends the scan. */
export async function publishScanCompleted(deps: PublishScanDeps, tx: Sql, scan: RunningScan): Promise<void> {
  const after = {
    id: scan.id,
    scanner_id: scan.scannerId,
    scan_type: scan.scanType,
    ...(await scanCounts(tx, scan.tenantId, scan.id)),
  };
  const id = newId();
  await deps.changes.deliver("graph", tx, scan.tenantId, [
    {
      id: `${id}:0`,
      kind: "scan.completed",
      subject: { kind: "scan", id: scan.id },
      version: 1,
      before: null,
      after,
      actor: "system",
      requestId: scan.requestId,
      at: isoNow(deps.clock),
    },
  ]);
}
