import type { RequestContext } from "../../context.ts";
import { compareIdentifiers, type Identifier, identifierKey } from "../../model/identifiers.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { ciWrites } from "../ci/index.ts";
import { type AppliedHost, applyHosts, type IdentifiedHost } from "./apply-hosts.ts";
import { type CandidateRow, readerOf, scanGraph } from "./graph.store.ts";
import { type Candidate, type Decision, decideBatch, osFamilyOf, presentDecision } from "./identity/index.ts";
import { recordsOf } from "./inventory-records.ts";
import { type PendingHost, scanHash } from "./raw-record.ts";
import { replaceRecords, replaceUnresolved } from "./records.store.ts";
import { type HostOutcome, lastSightings, type RunningScan, recordOutcomes } from "./scans.store.ts";
import type { Look } from "./server-state.ts";

export interface ProcessDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
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
  const quick = await identify(readerOf(deps.graph), ctx, hosts);
  const outcomes: HostOutcome[] = [];
  const toApply: PendingHost[] = [];
  for (const { host, decision, candidate } of quick) {
    if (decision.action === "park") outcomes.push(parked(host, decision));
    else if (isUnchanged(scan, host, decision, candidate)) outcomes.push(outcomeOf(host, decision, "unchanged"));
    else toApply.push(host);
  }
  if (toApply.length > 0) outcomes.push(...(await apply(deps, ctx, scan, toApply)));
  await deps.postgres.transaction((tx) => recordOutcomes(tx, scan, outcomes));
  return outcomes;
}

interface Identified {
  host: PendingHost;
  decision: Decision;
  candidate: CandidateRow | undefined;
}

/** Decides for each host which CI it is; `run` reads the candidates. Writes nothing. */
export async function identify(run: GraphTx["run"], ctx: RequestContext, hosts: PendingHost[]): Promise<Identified[]> {
  const rows = await scanGraph.candidates(run, ctx.tenantId, distinct(hosts.flatMap(({ facts }) => facts.lookups)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decisions = decideBatch(
    hosts.map(({ facts }) => facts),
    rows.map(candidateOf),
    (index) => derivedId("server", ctx.tenantId, hosts[index]!.id),
  );
  return hosts.map((host, i) => {
    const decision = decisions[i]!;
    return { host, decision, candidate: decision.ciId === undefined ? undefined : byId.get(decision.ciId) };
  });
}

function candidateOf(row: CandidateRow): Candidate {
  const fields = JSON.parse(row.customFields) as {
    os?: { family?: string; name?: string };
    os_guess?: string;
    device_type?: string;
    duplicate_of?: string;
  };
  return {
    ciId: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    deleted: row.deleted,
    createdAt: row.createdAt,
    identifiers: row.identifiers as Identifier[],
    osFamily: osFamilyOf(fields.os?.family, fields.os?.name, fields.os_guess),
    deviceType: fields.device_type,
    duplicateOf: fields.duplicate_of,
  };
}

function isUnchanged(
  scan: RunningScan,
  host: PendingHost,
  decision: Decision,
  candidate: CandidateRow | undefined,
): boolean {
  return (
    decision.action === "match" &&
    decision.duplicates.length === 0 &&
    candidate !== undefined &&
    candidate.scanHashes.includes(scanHash(scan.scannerId, host))
  );
}

/** Under locks: identifies once more, writes the graph, and beside it the records; both before the graph commits. */
async function apply(
  deps: ProcessDeps,
  ctx: RequestContext,
  scan: RunningScan,
  hosts: PendingHost[],
): Promise<HostOutcome[]> {
  const now = isoNow(deps.clock);
  return deps.outbox.write(ctx.tenantId, async (tx, tell) => {
    const identifiers = distinct(hosts.flatMap(({ facts }) => facts.identifiers));
    await ciWrites.lockIdentifiers(tx, ctx.tenantId, identifiers, []);
    const taken = takeEachOnce(await identify(tx.run, ctx, hosts));
    const known = taken.flatMap(({ candidate }) => (candidate ? [candidate.id] : []));
    const seen = await lastSightings(deps.postgres, ctx.tenantId, known);
    const identified = taken.map(({ host, decision, candidate }): IdentifiedHost => {
      const ciId = decision.ciId!;
      return {
        host,
        decision,
        ciId,
        isNew: candidate === undefined,
        look: lookOf(ctx, scan, host, now),
        seen: seen.get(ciId) ?? new Map(),
        scanHashes: candidate?.scanHashes ?? [],
      };
    });
    const applied = await applyHosts(tx, ctx, identified, tell);
    await writeRecords(deps.postgres, ctx, scan, identified, applied);
    return identified.map(({ host, decision, ciId }) => outcomeOf(host, decision, applied.get(ciId)!.outcome));
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
): Promise<void> {
  const collections = hosts
    .map(({ host, ciId }) => ({
      ciId,
      scannerId: scan.scannerId,
      collectedAt: scan.observedAt,
      ...recordsOf(host.payload, applied.get(ciId)?.instanceIds ?? []),
    }))
    .sort((a, b) => (a.ciId < b.ciId ? -1 : 1));
  const unresolved = hosts.flatMap(({ ciId }) => {
    const ips = applied.get(ciId)?.unresolvedIps;
    return ips ? [{ ciId, ips }] : [];
  });
  await postgres.transaction(async (tx) => {
    await replaceRecords(tx, ctx.tenantId, collections);
    await replaceUnresolved(tx, ctx.tenantId, unresolved);
  });
}

function lookOf(ctx: RequestContext, scan: RunningScan, host: PendingHost, now: string): Look {
  return { ctx, scannerId: scan.scannerId, sourceClass: host.sourceClass, observedAt: scan.observedAt, now };
}

function parked(host: PendingHost, decision: Decision): HostOutcome {
  return {
    recordId: host.id,
    status: "parked",
    outcome: "parked",
    ciId: null,
    decision: presentDecision(decision),
    error: decision.parkedReason ?? null,
  };
}

function outcomeOf(host: PendingHost, decision: Decision, outcome: "created" | "updated" | "unchanged"): HostOutcome {
  const ciId = decision.ciId ?? null;
  return { recordId: host.id, status: "processed", outcome, ciId, decision: presentDecision(decision), error: null };
}

function distinct(identifiers: Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((one) => [identifierKey(one), one])).values()].sort(compareIdentifiers);
}
