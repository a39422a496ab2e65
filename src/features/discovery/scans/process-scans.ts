import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import { SCOPES } from "../../../model/scopes.ts";
import { runBatch } from "../../../platform/batch.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import {
  failRunningScan,
  finishScan,
  type HostOutcome,
  pendingHosts,
  type RunningScan,
  recordOutcomes,
  releaseScan,
  scanCounts,
  type TakenScan,
  takeScan,
  tenantsWithFreeScans,
} from "../../inventory/index.ts";
import { type ProcessDeps, processHosts } from "../hosts/process-hosts.ts";
import { PROCESS_SCAN } from "../job-refs.ts";
import { type BatchLimits, createBatchLimits } from "./batch-limits.ts";
import { type PendingHost, type RawHost, withFacts } from "./raw-record.ts";

interface PublishScanDeps {
  clock: Clock;
  /** Receives `scan.completed` within the transaction that ends the scan. */
  changes: Pick<Changes, "deliver">;
}

type ProcessScanDeps = ProcessDeps & PublishScanDeps;

type TurnDeps = ProcessScanDeps & { limits: BatchLimits };

export type ProcessScans = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
/** Scans of one tenant under way at once, in all processes: fewer than the workers of one, so that others get some. */
const MAX_SCANS_AT_ONCE = 2;
/** Turns in a row without progress, each ended by a fault or the death of its process, after which a scan fails. */
const MAX_TRIES = 20;

/**
 * Processes pending hosts of the tenant's running scans, which take turns, and completes scans without any. Idempotent:
 * repeated after a crash or an outage of any length, it continues with the pending hosts.
 */
export function createProcessScans(deps: ProcessScanDeps): ProcessScans {
  const limitsFor = createBatchLimits();
  return async ({ tenantId }, call) => {
    const until = performance.now() + TURN_MS;
    for (;;) {
      call.signal.throwIfAborted();
      const scan = await takeScan(deps.postgres, tenantId, MAX_SCANS_AT_ONCE);
      if (!scan) return;
      if (scan.tries > MAX_TRIES) await failScan(deps, scan, "processing it was ended again and again", call.log);
      else await runTurn({ ...deps, limits: limitsFor(tenantId) }, scan, until, call);
      if (performance.now() >= until) break;
    }
    await deps.jobs.send(PROCESS_SCAN, { tenantId }, { singletonKey: tenantId });
  };
}

/** A run for each tenant with running scans that no process works on. */
export function owedScans({ postgres }: Pick<ProcessDeps, "postgres">): OwedWork {
  return owedWork(PROCESS_SCAN, async () => (await tenantsWithFreeScans(postgres)).map((tenantId) => ({ tenantId })));
}

/** Works on the scan until the time is over or it ends. An outage does not count as a try; a fault of its own does. */
async function runTurn(
  deps: TurnDeps,
  scan: TakenScan,
  until: number,
  { signal, log }: Parameters<ProcessScans>[1],
): Promise<void> {
  const { postgres } = deps;
  try {
    await processHostsUntil(deps, scan, until, signal, log);
    await releaseScan(postgres, scan, { countTry: false });
  } catch (error) {
    const isOwnFault = !signal.aborted && !isUnavailable(error);
    await releaseScan(postgres, scan, { countTry: isOwnFault });
    if (!isOwnFault) throw error;
    log.error({ scan: scan.id, error: coerceError(error).message }, "a scan could not go on");
    if (scan.tries >= MAX_TRIES) {
      const reason = error instanceof AppError ? error.message : "its hosts could not be processed";
      await failScan(deps, scan, reason, log);
    }
  }
}

async function processHostsUntil(
  deps: TurnDeps,
  scan: RunningScan,
  until: number,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { tenantId, id } = scan;
  const { hosts, parallel } = deps.limits;
  const ctx = contextOf(scan, signal);
  let isOver = false;
  while (!isOver) {
    // Hosts that a round deferred, because two are one CI, are still pending in the next round.
    const waiting = await pendingHosts(deps.postgres, tenantId, id, parallel * hosts);
    if (waiting.length === 0) break;
    const batches = batchesOf(await readFacts(deps, scan, waiting, log), deps.limits);
    for (let next = 0; next < batches.length && !isOver; next += parallel) {
      signal.throwIfAborted();
      const underWay = batches.slice(next, next + parallel);
      await allSettled(underWay.map((batch) => processBatch(deps, ctx, scan, batch, log)));
      isOver = performance.now() >= until;
    }
  }
  await deps.postgres.transaction(async (tx) => {
    if (await finishScan(tx, tenantId, id)) await publishScanCompleted(deps, tx, scan);
  });
}

/** A host whose facts cannot be read fails individually. */
async function readFacts(
  deps: ProcessDeps,
  scan: RunningScan,
  records: readonly RawHost[],
  log: Logger,
): Promise<PendingHost[]> {
  const hosts: PendingHost[] = [];
  for (const record of records) {
    try {
      hosts.push(withFacts(record, scan.scannerId));
    } catch (error) {
      await failHost(deps, scan, record, error, log);
    }
  }
  return hosts;
}

async function failScan(deps: ProcessScanDeps, scan: RunningScan, reason: string, log: Logger): Promise<void> {
  await deps.postgres.transaction(async (tx) => {
    if (await failRunningScan(tx, scan, reason)) await publishScanCompleted(deps, tx, scan);
  });
  log.error({ scan: scan.id, reason }, "a scan failed");
}

/** Context of the submitter, with all scopes: the pipeline writes on the submitter's behalf. */
function contextOf(scan: RunningScan, signal: AbortSignal): RequestContext {
  return { tenantId: scan.tenantId, actor: scan.actor, scopes: new Set(SCOPES), requestId: scan.requestId, signal };
}

function batchesOf(hosts: PendingHost[], limits: BatchLimits): PendingHost[][] {
  const batches: PendingHost[][] = [];
  let items = 0;
  for (const host of hosts) {
    const { installed_applications, network_connections } = host.payload;
    const size = 10 + (installed_applications?.length ?? 0) + (network_connections?.length ?? 0);
    const batch = batches.at(-1);
    if (batch && items + size <= limits.items && batch.length < limits.hosts) batch.push(host);
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
      await failHost(deps, scan, host, error, log);
    },
  });
}

async function failHost(
  deps: ProcessDeps,
  scan: RunningScan,
  host: RawHost,
  error: unknown,
  log: Logger,
): Promise<void> {
  log.error({ scan: scan.id, record: host.id, error: coerceError(error).message }, "a host could not be processed");
  await deps.postgres.transaction((tx) => recordOutcomes(tx, scan, [failedOutcome(host, error)]));
}

function failedOutcome(host: RawHost, error: unknown): HostOutcome {
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
async function publishScanCompleted(deps: PublishScanDeps, tx: Sql, scan: RunningScan): Promise<void> {
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
