import type { RequestContext } from "../../../context.ts";
import { AppError, coerceError, isUnavailable, unavailable } from "../../../errors.ts";
import { SCOPES } from "../../../model/scopes.ts";
import { allSettled } from "../../../platform/all-settled.ts";
import { runBatch } from "../../../platform/batch.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Logger } from "../../../platform/log.ts";
import { pendingHosts, putOffHost, type RunningScan, recordOutcomes } from "../../inventory/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import { type ProcessDeps, processHosts } from "../hosts/process-hosts.ts";
import type { BatchLimits } from "./batch-limits.ts";
import { type PendingHost, type RawHost, type WaitingHost, withFacts } from "./raw-record.ts";

export interface ProcessPendingDeps extends ProcessDeps {
  /** Distinguishes a host that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

export interface TurnCall {
  limits: BatchLimits;
  /** When the turn is over, by `performance.now()`. */
  until: number;
  signal: AbortSignal;
  log: Logger;
}

type ReadHost = WaitingHost & PendingHost;

interface Turn extends TurnCall {
  deps: ProcessPendingDeps;
  ctx: RequestContext;
  scan: RunningScan;
  /** By id of the record: the error of each host that the stores did not process in time. */
  putOff: Map<string, Error>;
}

/** Tries, one in each turn, after which a host fails that the stores never process in time. */
const MAX_HOST_TRIES = 20;

/**
 * Processes pending hosts of the scan until the turn is over or none is left. A host with a fault of its own fails, and so
 * does one that the stores did not process in time in 20 turns; neither stops the others. Rejects if a store is away, or if
 * the only hosts left are some that this turn put off.
 */
export async function processPending(deps: ProcessPendingDeps, scan: RunningScan, call: TurnCall): Promise<void> {
  const turn: Turn = { ...call, deps, scan, ctx: contextOf(scan, call.signal), putOff: new Map() };
  const { hosts, parallel } = call.limits;
  let isOver = false;
  while (!isOver) {
    // Hosts that a round deferred, because two are one CI, are still pending in the next round.
    const most = parallel * hosts + turn.putOff.size;
    const waiting: WaitingHost[] = await pendingHosts(deps.postgres, scan.tenantId, scan.id, most);
    const untried = waiting.filter(({ id }) => !turn.putOff.has(id));
    if (untried.length === 0 && waiting.length > 0) throw turn.putOff.get(waiting[0]!.id);
    if (untried.length === 0) return;
    const batches = batchesOf(await readFacts(turn, untried), call.limits);
    for (let next = 0; next < batches.length && !isOver; next += parallel) {
      turn.signal.throwIfAborted();
      await allSettled(batches.slice(next, next + parallel).map((batch) => processBatch(turn, batch)));
      isOver = performance.now() >= turn.until;
    }
  }
}

/** A host whose facts cannot be read fails individually. */
async function readFacts(turn: Turn, records: readonly WaitingHost[]): Promise<ReadHost[]> {
  const hosts: ReadHost[] = [];
  for (const record of records) {
    try {
      hosts.push(withFacts(record, turn.scan.scannerId));
    } catch (error) {
      await failHost(turn, record, error);
    }
  }
  return hosts;
}

/** Context of the submitter, with all scopes: the pipeline writes on the submitter's behalf. */
function contextOf(scan: RunningScan, signal: AbortSignal): RequestContext {
  return { tenantId: scan.tenantId, actor: scan.actor, scopes: new Set(SCOPES), requestId: scan.requestId, signal };
}

/** A host that was put off before has a batch of its own. */
function batchesOf(hosts: ReadHost[], limits: BatchLimits): ReadHost[][] {
  const batches: ReadHost[][] = [];
  let items = 0;
  for (const host of hosts) {
    const size = itemsOf(host.payload);
    const batch = batches.at(-1);
    const fits = batch && items + size <= limits.items && batch.length < limits.hosts;
    if (fits && host.tries === 0) batch.push(host);
    else batches.push([host]);
    items = batches.at(-1)!.length === 1 ? size : items + size;
  }
  return batches;
}

function itemsOf({ installed_applications, network_connections }: DiscoveredHost): number {
  return 10 + (installed_applications?.length ?? 0) + (network_connections?.length ?? 0);
}

/** Processes a batch. A host that cannot be processed fails individually, and is logged and recorded. */
async function processBatch(turn: Turn, batch: ReadHost[]): Promise<void> {
  const { deps, ctx, scan } = turn;
  await runBatch<ReadHost, void>(batch, {
    async run(hosts) {
      turn.signal.throwIfAborted();
      await processHosts(deps, ctx, scan, hosts);
      return [];
    },
    isOutage: (error) => isOutage(error, deps.storesTakeWrites),
    async failed(error, host) {
      turn.signal.throwIfAborted();
      if (isUnavailable(error)) await putOff(turn, host, error);
      else await failHost(turn, host, error);
    },
  });
}

async function putOff(turn: Turn, host: RawHost, error: Error): Promise<void> {
  const { deps, scan, log } = turn;
  const tries = await deps.postgres.transaction((tx) => putOffHost(tx, scan, host.id));
  turn.putOff.set(host.id, error);
  if (tries >= MAX_HOST_TRIES) {
    return failHost(turn, host, unavailable("the stores did not process the host in time", error));
  }
  log.warn({ scan: scan.id, record: host.id, tries, error: coerceError(error.cause).message }, "a host was put off");
}

async function failHost({ deps, scan, log }: Turn, host: RawHost, error: unknown): Promise<void> {
  log.error({ scan: scan.id, record: host.id, error: coerceError(error).message }, "a host could not be processed");
  await deps.postgres.transaction((tx) =>
    recordOutcomes(tx, scan, [
      {
        recordId: host.id,
        status: "failed",
        outcome: "failed",
        ciId: null,
        decision: null,
        error: error instanceof AppError ? error.message : "the host could not be processed",
        kinds: [],
      },
    ]),
  );
}
