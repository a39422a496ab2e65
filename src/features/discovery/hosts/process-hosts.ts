import type { RequestContext } from "../../../context.ts";
import { RECORD_KINDS } from "../../../model/host.ts";
import { mustGet } from "../../../model/must-get.ts";
import { by } from "../../../model/order.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ciWrites } from "../../ci/index.ts";
import { type HostOutcome, type RunningScan, recordOutcomes, replaceRecords } from "../../inventory/index.ts";
import type { DescribedProgram, SoftwareIntake } from "../../software/index.ts";
import type { ReadListeners } from "../connections/apply-connections.ts";
import { peersStore } from "../connections/peers.store.ts";
import { readListeners } from "../connections/read-listeners.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import { type Decision, presentDecision } from "../identity/index.ts";
import { RESOLVE_PEERS } from "../job-refs.ts";
import type { PendingHost } from "../scans/raw-record.ts";
import { type AppliedHost, applyHosts } from "./apply-hosts.ts";
import type { IdentifiedHost } from "./identified-host.ts";
import { distinct, type Identified, identify, serverIdOf } from "./identify-hosts.ts";
import { recordsOf } from "./inventory-records.ts";
import { standingHosts } from "./standing-hosts.ts";

export interface ProcessDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  jobs: SendJobs;
  /** Says what installed programs are. */
  software?: SoftwareIntake | undefined;
}

/**
 * Takes a batch of hosts from raw to processed: who they are, then what they say. A host whose payload the CI has heard
 * before is a sighting and nothing else: no write to the graph. Hosts that turn out to be one CI are taken one at a time:
 * those not taken are not in the answer and wait for the next batch.
 */
export async function processHosts(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: PendingHost[],
): Promise<HostOutcome[]> {
  const quick = await identify(readerOf(deps.graph), ctx, scan.scannerId, hosts, isoNow(deps.clock));
  const outcomes: HostOutcome[] = [];
  const toApply: PendingHost[] = [];
  for (const { host, decision, heard } of quick) {
    if (decision.action === "park") outcomes.push(parked(host, decision));
    else if (heard) outcomes.push(outcomeOf(ctx, host, decision, "unchanged"));
    else toApply.push(host);
  }
  const applied =
    toApply.length > 0 ? await apply(deps, ctx, scan, toApply) : { outcomes: [], unresolved: [], described: [] };
  outcomes.push(...applied.outcomes);
  await deps.postgres.transaction((tx) => recordOutcomes(tx, scan, outcomes));
  deps.software?.recordInstalled(ctx.tenantId, applied.described);
  await recheckUnresolved(deps, ctx, applied.unresolved);
  return outcomes;
}

interface Applied {
  outcomes: HostOutcome[];
  unresolved: Unresolved[];
  /** Programs of new instances. */
  described: readonly DescribedProgram[];
}
interface Unresolved {
  ciId: string;
  ips: string[];
}

/**
 * Locks the identifiers, identifies once more, locks hosts and peers, writes the graph, then the records, which commit
 * before the graph does.
 */
async function apply(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: PendingHost[],
): Promise<Applied> {
  return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
    const now = isoNow(deps.clock);
    const identifiers = distinct(hosts.flatMap(({ facts }) => facts.identifiers));
    await ciWrites.lockIdentifiers(tx, ctx.tenantId, identifiers, []);
    const all = await identify(tx.run, ctx, scan.scannerId, hosts, now);
    const unchanged = all.filter(({ heard }) => heard);
    const taken = takeEachOnce(all.filter(({ heard }) => !heard));
    const identified = await standingHosts(tx, ctx, taken, { postgres: deps.postgres, scan, now, publish });
    const readPorts: ReadListeners = (ids, ports) => readListeners(deps.postgres, ctx.tenantId, ids, ports);
    const { applied, described } = await applyHosts(tx, ctx, identified, {
      publish,
      readPorts,
      software: deps.software,
    });
    const unresolved = await writeRecords(deps.postgres, ctx, scan, identified, applied);
    const outcomes = [
      ...unchanged.map(({ host, decision }) => outcomeOf(ctx, host, decision, "unchanged")),
      ...identified.map(({ host, decision, ciId }) => outcomeOf(ctx, host, decision, mustGet(applied, ciId).outcome)),
    ];
    return { outcomes, unresolved, described };
  });
}

function takeEachOnce(identified: Identified[]): Identified[] {
  const taken = new Set<string>();
  return identified.filter(({ decision }) => {
    if (decision.ciId === undefined || taken.has(decision.ciId)) return false;
    taken.add(decision.ciId);
    return true;
  });
}

/**
 * The records of the hosts, committed before the graph is: a crash between the two leaves records of a CI that the
 * repeat makes under the same id, and never a CI that is remembered as done without its records.
 */
async function writeRecords(
  postgres: Postgres,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: IdentifiedHost[],
  applied: Map<string, AppliedHost>,
): Promise<Unresolved[]> {
  const collections = hosts
    .map(({ host, ciId }) => ({
      ciId,
      scannerId: scan.scannerId,
      collectedAt: scan.observedAt,
      ...recordsOf(host.payload, applied.get(ciId)?.instanceIds ?? []),
    }))
    .sort(by(({ ciId }) => ciId));
  const unresolved = hosts.flatMap(({ ciId }) => {
    const ips = applied.get(ciId)?.unresolvedIps;
    return ips ? [{ ciId, ips }] : [];
  });
  await postgres.transaction(async (tx) => {
    await replaceRecords(tx, ctx.tenantId, collections);
    await peersStore.replaceUnresolved(tx, ctx.tenantId, unresolved);
  });
  return unresolved;
}

/**
 * Reads peers once more, now that the addresses without a CI are on record: the change of a CI that appeared while the
 * hosts were processed was published before, and found nobody who waits for it.
 */
async function recheckUnresolved(deps: ProcessDeps, ctx: RequestContext, unresolved: Unresolved[]): Promise<void> {
  const ips = [...new Set(unresolved.flatMap((one) => one.ips))].sort();
  const found = new Set((await scanGraph.peers(readerOf(deps.graph), ctx.tenantId, ips)).map(({ ip }) => ip));
  const ciIds = unresolved.filter((one) => one.ips.some((ip) => found.has(ip))).map(({ ciId }) => ciId);
  if (ciIds.length > 0) await deps.jobs.send(RESOLVE_PEERS, { tenantId: ctx.tenantId, ciIds });
}

function parked(host: PendingHost, decision: Decision): HostOutcome {
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

/** A CI that stands under the id that this very record makes was made by it, also where a crash hid that. */
function outcomeOf(
  { tenantId }: RequestContext,
  host: PendingHost,
  decision: Decision,
  became: "created" | "updated" | "unchanged",
): HostOutcome {
  const ciId = decision.ciId ?? null;
  const outcome = ciId === serverIdOf(tenantId, host) ? "created" : became;
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
