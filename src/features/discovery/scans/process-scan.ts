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
  /** Gets the ends of scans, within their transaction. */
  changes: Pick<Changes, "deliver">;
}

export type ProcessScanDeps = ProcessDeps & PublishScanDeps;

export type ProcessScan = (
  input: { tenantId: string; scanId: string },
  call: { signal: AbortSignal; log: Logger },
) => Promise<void>;

const MAX_BATCH_HOSTS = 100;
/** Batches of one scan under way at once: while one commits, the next is made ready. */
const PARALLEL_BATCHES = 2;
/** Things in a batch, so that a transaction stays small however much a host holds. */
const MAX_BATCH_ITEMS = 4_000;

/** Takes a submitted scan to its end. Idempotent: repeated after a crash it goes on with what is still pending. */
export function createProcessScan(deps: ProcessScanDeps): ProcessScan {
  return async ({ tenantId, scanId }, { signal, log }) => {
    const scan = await findScan(deps.postgres, tenantId, scanId);
    if (scan?.status !== "running") return;
    const ctx = contextOf(scan, signal);
    for (;;) {
      // Those of a round that were put off (two that are one CI) are still pending in the next.
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

/** Who submitted it: what the scan makes is made on that behalf, by the pipeline's own rights. */
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

/** Waits for all, also where one fails: nothing goes on unseen. Throws the first failure. */
async function allSettled(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
}

/** A host that cannot be processed fails individually, and is logged and recorded. */
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

/** Publishes, within its transaction, that a scan has ended, well or not. */
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
