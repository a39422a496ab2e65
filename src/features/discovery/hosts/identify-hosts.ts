import type { RequestContext } from "../../../context.ts";
import { parseFields } from "../../../model/fields.ts";
import { compareIdentifiers, type Identifier, identifierKey } from "../../../model/identifiers.ts";
import { isObject } from "../../../model/json.ts";
import { derivedId } from "../../../platform/ids.ts";
import { type CandidateRow, type GraphReader, scanGraph } from "../graph.store.ts";
import { type Candidate, type Decision, decideBatch, osFamilyOf } from "../identity/index.ts";
import { isHeard, type PendingHost, scanHash } from "../scans/raw-record.ts";

/** A host and which CI it is. */
export interface Identified {
  host: PendingHost;
  decision: Decision;
  /** The CI as it was found; undefined where a new one is to be made, or the host is parked. */
  candidate: CandidateRow | undefined;
  /** Whether the CI has heard this very payload: it is a sighting and nothing else. */
  heard: boolean;
}

/** Decides for each host which CI it is; `run` reads the candidates. Writes nothing. `now` is ISO 8601. */
export async function identify(
  run: GraphReader,
  ctx: RequestContext,
  scannerId: string,
  hosts: PendingHost[],
  now: string,
): Promise<Identified[]> {
  const rows = await scanGraph.candidates(run, ctx.tenantId, distinct(hosts.flatMap(({ facts }) => facts.lookups)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decisions = decideBatch(
    hosts.map(({ facts }) => facts),
    rows.map(candidateOf),
    (index) => serverIdOf(ctx.tenantId, hosts[index]!),
  );
  return hosts.map((host, i): Identified => {
    const decision = decisions[i]!;
    const candidate = decision.ciId === undefined ? undefined : byId.get(decision.ciId);
    const heard =
      decision.action === "match" &&
      decision.duplicates.length === 0 &&
      candidate !== undefined &&
      isHeard(candidate.scanHashes, scanHash(scannerId, host), now);
    return { host, decision, candidate, heard };
  });
}

/** The id of the CI that a host makes: a repeat after a crash makes the same one. */
export function serverIdOf(tenantId: string, host: Pick<PendingHost, "id">): string {
  return derivedId("server", tenantId, host.id);
}

/** Each once, in the order in which identifiers are locked. */
export function distinct(identifiers: Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((one) => [identifierKey(one), one])).values()].sort(compareIdentifiers);
}

/** People write into these fields too: whatever is no text counts as absent. */
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
