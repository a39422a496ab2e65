import type { RequestContext } from "../../../context.ts";
import { RECORD_KINDS } from "../../../model/host.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ciWrites, restoreDeletedCi } from "../../ci/index.ts";
import {
  lastSightingsByClass,
  type NewestCollections,
  newestCollections,
  type RunningScan,
} from "../../inventory/index.ts";
import { peersToLock } from "../connections/apply-connections.ts";
import { scanGraph } from "../graph.store.ts";
import type { PendingHost } from "../scans/raw-record.ts";
import type { IdentifiedHost } from "./identified-host.ts";
import type { Identified } from "./identify-hosts.ts";
import type { LastSeen, Observation } from "./server-state.ts";

interface LockHostsDeps {
  postgres: Postgres;
  scan: RunningScan;
  /** ISO 8601: when the observation is applied. */
  now: string;
  publish: Publish;
}

/**
 * Phases "lock" and "re-read" of a batch. Restores deleted CIs, then locks the hosts' CIs and the far ends of their new
 * connections in the order of ids, and reads the CIs, sightings and collections under the locks. A host whose CI
 * disappeared before its lock was granted is left out and stays pending for the next batch.
 */
export async function lockHosts(
  tx: GraphTx,
  ctx: RequestContext,
  identified: Identified[],
  { postgres, scan, now, publish }: LockHostsDeps,
): Promise<IdentifiedHost[]> {
  const { tenantId } = ctx;
  for (const { decision } of identified) {
    // Restores also the relationships whose other end exists, and records them in the history.
    if (decision.action === "restore") await restoreDeletedCi(tx, ctx, decision.ciId!, now, publish);
  }
  const knownIds = identified.flatMap(({ candidate }) => (candidate ? [candidate.id] : []));
  const reporting = identified.map(({ host, decision, candidate }) => ({
    ciId: decision.ciId!,
    isNew: candidate === undefined,
    connections: host.payload.network_connections,
  }));
  const toLock = new Set([...knownIds, ...(await peersToLock(tx.run, tenantId, reporting))]);
  const fingerprints = new Map(
    (await scanGraph.lock(tx, tenantId, [...toLock].sort())).map((row) => [row.id, row.scanHashes]),
  );
  const locked = new Map((await ciWrites.lock(tx, tenantId, knownIds)).map((locked) => [locked.ci.id, locked]));
  const sightings = await lastSightingsByClass(postgres, tenantId, knownIds);
  const collections = await newestCollections(postgres, tenantId, knownIds);
  return identified.flatMap(({ host, decision, candidate }): IdentifiedHost[] => {
    const ciId = decision.ciId!;
    const before = locked.get(ciId);
    if (candidate && !before) return [];
    const observation: Observation = {
      ctx,
      scannerId: scan.scannerId,
      sourceClass: host.sourceClass,
      observedAt: scan.observedAt,
      now,
    };
    const base = { decision, ciId, before, observation, scanId: scan.id, fingerprints: fingerprints.get(ciId) ?? [] };
    return [
      {
        ...base,
        ...withoutOutdated(host, observation, sightings.get(ciId) ?? new Map(), collections.get(ciId) ?? new Map()),
      },
    ];
  });
}

/** The part of a host's report that is newer than what is stored: outdated collections are removed from its payload. */
function withoutOutdated(
  host: PendingHost,
  observation: Observation,
  lastSeen: LastSeen,
  collections: NewestCollections,
) {
  const reported = RECORD_KINDS.filter((kind) => host.payload[kind] !== undefined);
  const outdated = reported.filter((kind) => (collections.get(kind)?.at ?? "") > observation.observedAt);
  const payload = { ...host.payload };
  for (const kind of outdated) delete payload[kind];
  return {
    host: { ...host, payload },
    lastSeen,
    isNewest: outdated.length === 0 && [...lastSeen.values()].every((at) => at <= observation.observedAt),
    replacesOtherScanner: reported.some(
      (kind) => (collections.get(kind)?.scannerId ?? observation.scannerId) !== observation.scannerId,
    ),
    collectedBefore: collections.get("network_connections")?.at,
  };
}
