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
import type { LastSeen, Look } from "./server-state.ts";

interface ObservationDeps {
  postgres: Postgres;
  scan: RunningScan;
  /** ISO 8601: when the scan is applied. */
  now: string;
  publish: Publish;
}

/**
 * The hosts with their CIs as they stand: deleted ones back, all locked, the far ends of new connections with them. A host
 * whose CI went while its lock was waited for is left out, and waits for the next batch.
 */
export async function standingHosts(
  tx: GraphTx,
  ctx: RequestContext,
  taken: Identified[],
  { postgres, scan, now, publish }: ObservationDeps,
): Promise<IdentifiedHost[]> {
  const { tenantId } = ctx;
  for (const { decision } of taken) {
    // Its relationships come back with it, those whose other end lives; its history says so.
    if (decision.action === "restore") await restoreDeletedCi(tx, ctx, decision.ciId!, now, publish);
  }
  const known = taken.flatMap(({ candidate }) => (candidate ? [candidate.id] : []));
  const talking = taken.map(({ host, decision, candidate }) => ({
    ciId: decision.ciId!,
    isNew: candidate === undefined,
    connections: host.payload.network_connections,
  }));
  const toLock = new Set([...known, ...(await peersToLock(tx.run, tenantId, talking))]);
  const marks = new Map(
    (await scanGraph.lock(tx, tenantId, [...toLock].sort())).map((row) => [row.id, row.scanHashes]),
  );
  const locked = new Map((await ciWrites.lock(tx, tenantId, known)).map((one) => [one.ci.id, one]));
  const seen = await lastSightingsByClass(postgres, tenantId, known);
  const newest = await newestCollections(postgres, tenantId, known);
  return taken.flatMap(({ host, decision, candidate }): IdentifiedHost[] => {
    const ciId = decision.ciId!;
    const before = locked.get(ciId);
    if (candidate && !before) return [];
    const look: Look = {
      ctx,
      scannerId: scan.scannerId,
      sourceClass: host.sourceClass,
      observedAt: scan.observedAt,
      now,
    };
    const base = { decision, ciId, before, look, scanId: scan.id, marks: marks.get(ciId) ?? [] };
    return [{ ...base, ...weighed(host, look, seen.get(ciId) ?? new Map(), newest.get(ciId) ?? new Map()) }];
  });
}

/** What of a host's word counts: collections that are older than those on record are left out. */
function weighed(host: PendingHost, look: Look, seen: LastSeen, collections: NewestCollections) {
  const reported = RECORD_KINDS.filter((kind) => host.payload[kind] !== undefined);
  const outdated = reported.filter((kind) => (collections.get(kind)?.at ?? "") > look.observedAt);
  const payload = { ...host.payload };
  for (const kind of outdated) delete payload[kind];
  return {
    host: { ...host, payload },
    seen,
    newest: outdated.length === 0 && [...seen.values()].every((at) => at <= look.observedAt),
    takesOver: reported.some((kind) => (collections.get(kind)?.scannerId ?? look.scannerId) !== look.scannerId),
    collectedBefore: collections.get("network_connections")?.at,
  };
}
