import type { RequestContext } from "../../../context.ts";
import { parseFields } from "../../../model/fields.ts";
import { compareIdentifiers, type Identifier, identifierKey } from "../../../model/identifiers.ts";
import { isObject } from "../../../model/json.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { parkedStore } from "../../inventory/index.ts";
import { type CandidateRow, type GraphReader, scanGraph } from "../graph.store.ts";
import { type Candidate, chosenByPerson, type Decision, decideBatch, osFamilyOf } from "../identity/index.ts";
import { isUnchanged, type PendingHost, payloadFingerprint } from "../scans/raw-record.ts";

/** A host and the decision which CI it is. */
export interface Identified {
  host: PendingHost;
  decision: Decision;
  /** The CI as read; undefined where a new one is to be created, or the host is parked. */
  candidate: CandidateRow | undefined;
  /** Whether the CI holds this payload's fingerprint: only the sighting is recorded. */
  unchanged: boolean;
}

/**
 * Phases "observe" and "decide" of a batch: reads the candidates by `run` and decides for each host which CI it is. Writes
 * nothing. `now` is ISO 8601; `chosen` are the CIs that people chose for reports that identify no host, by content hash.
 */
export async function identifyHosts(
  run: GraphReader,
  ctx: RequestContext,
  scannerId: string,
  hosts: PendingHost[],
  now: string,
  chosen: ReadonlyMap<string, string> = NONE_CHOSEN,
): Promise<Identified[]> {
  const rows = await scanGraph.candidates(
    run,
    ctx.tenantId,
    distinctIdentifiers(hosts.flatMap(({ facts }) => facts.lookups)),
  );
  const chosenRows = await scanGraph.chosen(run, ctx.tenantId, [...new Set(chosen.values())].sort());
  const byId = new Map([...chosenRows, ...rows].map((row) => [row.id, row]));
  const decisions = decideBatch(
    hosts.map(({ facts }) => facts),
    rows.map(candidateOf),
    (index) => serverIdOf(ctx.tenantId, hosts[index]!),
  );
  return hosts.map((host, i): Identified => {
    const decision = chosenByPerson(decisions[i]!, byId.get(chosen.get(host.contentHash) ?? ""));
    const candidate = decision.ciId === undefined ? undefined : byId.get(decision.ciId);
    const unchanged =
      decision.action === "match" &&
      decision.duplicates.length === 0 &&
      candidate !== undefined &&
      isUnchanged(candidate.scanHashes, payloadFingerprint(scannerId, host), now);
    return { host, decision, candidate, unchanged };
  });
}

const NONE_CHOSEN: ReadonlyMap<string, string> = new Map();

/** The CIs that people chose for those hosts that nothing identifies, by content hash. */
export async function chosenFor(sql: Sql, ctx: RequestContext, scannerId: string, hosts: readonly PendingHost[]) {
  const unknown = hosts.filter(({ facts }) => !facts.usable);
  const hashes = [...new Set(unknown.map(({ contentHash }) => contentHash))];
  return parkedStore.chosenCis(sql, ctx.tenantId, scannerId, hashes);
}

/** The id of the CI that a host becomes; the same when the job is repeated after a crash. */
export function serverIdOf(tenantId: string, host: Pick<PendingHost, "id">): string {
  return derivedId("server", tenantId, host.id);
}

/** Removes doubles and sorts into the order in which identifiers are locked. */
export function distinctIdentifiers(identifiers: Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((identifier) => [identifierKey(identifier), identifier])).values()].sort(
    compareIdentifiers,
  );
}

/** People write into these fields too: a value of another type than text counts as absent. */
function candidateOf(row: CandidateRow): Candidate {
  const fields = parseFields(row.customFields);
  const os = isObject(fields.os) ? fields.os : {};
  return {
    ciId: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    deleted: row.deleted,
    createdAt: row.createdAt,
    identifiers: row.identifiers as Identifier[],
    osFamily: osFamilyOf(textOf(os.family), textOf(os.name), textOf(fields.os_guess)),
    deviceType: textOf(fields.device_type),
    duplicateOf: textOf(fields.duplicate_of),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
