import { AppError, coerceError, isUnavailable } from "../../../errors.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Changes } from "../../../platform/jobs/changes.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { isOutage } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import {
  failRunningScan,
  finishScan,
  type RunningScan,
  releaseScan,
  scanCounts,
  type TakenScan,
  takeScan,
  tenantsWithFreeScans,
} from "../../inventory/index.ts";
import { PROCESS_SCAN } from "../job-refs.ts";
import { createBatchLimits } from "./batch-limits.ts";
import { type ProcessPendingDeps, processPending, type TurnCall } from "./process-pending.ts";

interface PublishScanDeps {
  clock: Clock;
  /** Receives `scan.completed` within the transaction that ends the scan. */
  changes: Pick<Changes, "deliver">;
}

type ProcessScanDeps = ProcessPendingDeps & PublishScanDeps;

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
      else await runTurn(deps, scan, { ...call, until, limits: limitsFor(tenantId) });
      if (performance.now() >= until) break;
    }
    await deps.jobs.send(PROCESS_SCAN, { tenantId }, { singletonKey: tenantId });
  };
}

/** A run for each tenant with running scans that no process works on. */
export function owedScans({ postgres }: Pick<ProcessScanDeps, "postgres">): OwedWork {
  return owedWork(PROCESS_SCAN, async () => (await tenantsWithFreeScans(postgres)).map((tenantId) => ({ tenantId })));
}

/**
 * Works on the scan until the time is over or it ends. An outage does not count as a try; a fault of its own does, and so does
 * a store that takes writes and yet did not answer in time.
 */
async function runTurn(deps: ProcessScanDeps, scan: TakenScan, turn: TurnCall): Promise<void> {
  const { postgres } = deps;
  const { signal, log } = turn;
  try {
    await processPending(deps, scan, turn);
    await postgres.transaction(async (tx) => {
      if (await finishScan(tx, scan.tenantId, scan.id)) await publishScanCompleted(deps, tx, scan);
    });
    await releaseScan(postgres, scan, { countTry: false });
  } catch (error) {
    const countTry = !signal.aborted && !(await isOutage(error, deps.storesTakeWrites));
    await releaseScan(postgres, scan, { countTry });
    if (!countTry) throw error;
    const level = isUnavailable(error) ? "warn" : "error";
    log[level]({ scan: scan.id, error: coerceError(error).message }, "a scan could not go on");
    if (scan.tries >= MAX_TRIES) await failScan(deps, scan, reasonOf(error), log);
    // The queue runs the job again after a pause.
    else if (isUnavailable(error)) throw error;
  }
}

function reasonOf(error: unknown): string {
  if (isUnavailable(error)) return "the stores could not process its hosts in time";
  return error instanceof AppError ? error.message : "its hosts could not be processed";
}

async function failScan(deps: ProcessScanDeps, scan: RunningScan, reason: string, log: Logger): Promise<void> {
  await deps.postgres.transaction(async (tx) => {
    if (await failRunningScan(tx, scan, reason)) await publishScanCompleted(deps, tx, scan);
  });
  log.error({ scan: scan.id, reason }, "a scan failed");
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
