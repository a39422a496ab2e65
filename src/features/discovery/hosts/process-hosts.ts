import type { RequestContext } from "../../../context.ts";
import { RECORD_KINDS } from "../../../model/host.ts";
import { mustGet } from "../../../model/must-get.ts";
import { by } from "../../../model/order.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { ciWrites } from "../../ci/index.ts";
import {
  type HostOutcome,
  parkedStore,
  type RunningScan,
  recordOutcomes,
  replaceRecords,
} from "../../inventory/index.ts";
import type { SoftwareIntake } from "../../software/index.ts";
import type { ReadListeners } from "../connections/apply-connections.ts";
import { peersStore } from "../connections/peers.store.ts";
import { readListeners } from "../connections/read-listeners.ts";
import { sendResolvePeers } from "../connections/send-resolve-peers.ts";
import { readerOf } from "../graph.store.ts";
import { type Decision, presentDecision } from "../identity/index.ts";
import type { PendingHost } from "../scans/raw-record.ts";
import type { IdentifiedHost } from "./identified-host.ts";
import { chosenFor, distinctIdentifiers, type Identified, identifyHosts, serverIdOf } from "./identify-hosts.ts";
import { recordsOf } from "./inventory-records.ts";
import { lockHosts } from "./lock-hosts.ts";
import { type WrittenHost, writeHosts } from "./write-hosts.ts";

export interface ProcessDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  jobs: SendJobs;
  /** Describes installed programs. */
  software?: SoftwareIntake | undefined;
}

/**
 * Processes a batch of pending hosts in phases:
 * 1. observe and decide: which CI is each host, without locks (`identifyHosts`);
 * 2. lock and re-read: identifiers, then the same decision again, then CIs and peers (`lockHosts`);
 * 3. write the graph (`writeHosts`), then the records (`writeRecords`);
 * 4. record the outcomes and sightings (`recordOutcomes`).
 *
 * A host whose payload is unchanged skips 2 and 3. Of several hosts that are one CI, the first is processed; the others
 * are not in the answer and stay pending for the next batch.
 */
export async function processHosts(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: PendingHost[],
): Promise<HostOutcome[]> {
  const chosen = await chosenFor(deps.postgres, ctx, scan.scannerId, hosts);
  const observed = await identifyHosts(readerOf(deps.graph), ctx, scan.scannerId, hosts, isoNow(deps.clock), chosen);
  const outcomes: HostOutcome[] = [];
  const changed: PendingHost[] = [];
  for (const { host, decision, unchanged } of observed) {
    if (decision.action === "park") outcomes.push(parkedOutcome(host, decision));
    else if (unchanged) outcomes.push(outcomeOf(ctx, host, decision, "unchanged"));
    else changed.push(host);
  }
  if (changed.length > 0) outcomes.push(...(await writeChangedHosts(deps, ctx, scan, changed, chosen)));
  await deps.postgres.transaction(async (tx) => {
    await recordOutcomes(tx, scan, outcomes);
    await forgetLostChoices(tx, scan, observed, chosen);
  });
  if (changed.length > 0) await sendResolvePeers(deps.jobs, ctx.tenantId);
  return outcomes;
}

/** A host whose chosen CI is gone waits for another decision. */
async function forgetLostChoices(
  tx: Sql,
  { tenantId, scannerId }: RunningScan,
  observed: readonly Identified[],
  chosen: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { host, decision } of observed) {
    if (decision.action !== "park" || !chosen.has(host.contentHash)) continue;
    await parkedStore.undecide(tx, tenantId, { scannerId, contentHash: host.contentHash });
  }
}

/** Phases 2 and 3: lock, re-read, write the graph, write the records. The records commit before the graph does. */
async function writeChangedHosts(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: PendingHost[],
  chosen: ReadonlyMap<string, string>,
): Promise<HostOutcome[]> {
  return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
    const now = isoNow(deps.clock);
    const identifiers = distinctIdentifiers(hosts.flatMap(({ facts }) => facts.identifiers));
    await ciWrites.lockIdentifiers(tx, ctx.tenantId, identifiers, []);
    const decided = await identifyHosts(tx.run, ctx, scan.scannerId, hosts, now, chosen);
    const unchanged = decided.filter((host) => host.unchanged);
    const toWrite = oneHostPerCi(decided.filter((host) => !host.unchanged));
    const locked = await lockHosts(tx, ctx, toWrite, { postgres: deps.postgres, scan, now, publish });
    const listenersOf: ReadListeners = (ids, ports) => readListeners(deps.postgres, ctx.tenantId, ids, ports);
    const written = await writeHosts(tx, ctx, locked, {
      publish,
      readListeners: listenersOf,
      software: deps.software,
    });
    await writeRecords(deps.postgres, ctx, scan, locked, written);
    return [
      ...unchanged.map(({ host, decision }) => outcomeOf(ctx, host, decision, "unchanged")),
      ...locked.map(({ host, decision, ciId }) => outcomeOf(ctx, host, decision, mustGet(written, ciId).outcome)),
    ];
  });
}

/** The first host of each CI. */
function oneHostPerCi(identified: Identified[]): Identified[] {
  const ciIds = new Set<string>();
  return identified.filter(({ decision }) => {
    if (decision.ciId === undefined || ciIds.has(decision.ciId)) return false;
    ciIds.add(decision.ciId);
    return true;
  });
}

/**
 * Replaces the hosts' inventory records in a transaction that commits before the graph's. A crash between the two leaves
 * records of a CI that the repeated job creates under the same id, and never a processed CI without its records. The
 * addresses that no CI has yet are due to be looked up again: a CI that appears there meanwhile found no host waiting.
 */
async function writeRecords(
  postgres: Postgres,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: IdentifiedHost[],
  written: Map<string, WrittenHost>,
): Promise<void> {
  const collections = hosts
    .map(({ host, ciId }) => ({
      ciId,
      scannerId: scan.scannerId,
      collectedAt: scan.observedAt,
      ...recordsOf(host.payload, written.get(ciId)?.instanceIds ?? []),
    }))
    .sort(by(({ ciId }) => ciId));
  const unresolved = hosts.flatMap(({ ciId }) => {
    const ips = written.get(ciId)?.unresolvedIps;
    return ips ? [{ ciId, ips }] : [];
  });
  await postgres.transaction(async (tx) => {
    await replaceRecords(tx, ctx.tenantId, collections);
    await peersStore.replaceUnresolved(tx, ctx.tenantId, unresolved);
  });
}

function parkedOutcome(host: PendingHost, decision: Decision): HostOutcome {
  return {
    recordId: host.id,
    status: "parked",
    outcome: "parked",
    ciId: null,
    decision: presentDecision(decision),
    error: decision.parkedReason ?? null,
    kinds: [],
  };
}

/** A CI whose id derives from this record was created by it, also when a crash hid that: its outcome is `created`. */
function outcomeOf(
  { tenantId }: RequestContext,
  host: PendingHost,
  decision: Decision,
  change: "created" | "updated" | "unchanged",
): HostOutcome {
  const ciId = decision.ciId ?? null;
  const outcome = ciId === serverIdOf(tenantId, host) ? "created" : change;
  const kinds = RECORD_KINDS.filter((kind) => host.payload[kind] !== undefined);
  return {
    recordId: host.id,
    status: "processed",
    outcome,
    ciId,
    decision: presentDecision(decision),
    error: null,
    kinds,
  };
}
