import { type RequestContext, systemContext } from "../../../context.ts";
import { savedCi } from "../../../model/changes.ts";
import { identifiersOf } from "../../../model/identifiers.ts";
import { isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Change, ChangeConsumer } from "../../../platform/jobs/changes.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type Sockets, socketsOf } from "../../inventory/index.ts";
import { scanGraph } from "../graph.store.ts";
import type { ProcessDeps } from "../hosts/process-hosts.ts";
import { RESOLVE_PEERS } from "../job-refs.ts";
import { applyConnections, peersToLock } from "./apply-connections.ts";
import type { ConnectedHost } from "./connection-plan.ts";
import { withProcessNames } from "./peer-connections.ts";
import { peersStore } from "./peers.store.ts";
import { readListeners } from "./read-listeners.ts";

/** Most hosts of one job. */
const JOB_HOSTS = 50;

/** Enqueues the hosts that are connected to an unresolved address when a CI appears with it. */
export function createPeerWatcher(deps: { jobs: SendJobs }): ChangeConsumer {
  return async (tx, tenantId, changes) => {
    const ips = [...new Set(changes.flatMap(addressesOf))];
    if (ips.length === 0) return;
    const ciIds = await peersStore.waitingFor(tx, tenantId, ips);
    for (let start = 0; start < ciIds.length; start += JOB_HOSTS) {
      await deps.jobs.send(RESOLVE_PEERS, { tenantId, ciIds: ciIds.slice(start, start + JOB_HOSTS) }, { tx });
    }
  };
}

export type ResolvePeers = (input: { tenantId: string; ciIds: string[] }, signal: AbortSignal) => Promise<void>;

/** Applies the stored connections of hosts again, whose far ends were unresolved. */
export function createResolvePeers(deps: ProcessDeps): ResolvePeers {
  return async ({ tenantId, ciIds }, signal) => {
    const ctx: RequestContext = { ...systemContext(tenantId, newId()), signal };
    await deps.outbox.write(tenantId, async (tx, publish) => {
      const sockets = await socketsOf(deps.postgres, tenantId, ciIds);
      const connected = [...sockets].map(([ciId, found]) => ({
        ciId,
        isNew: false,
        connections: withProcessNames(found.connections, found.processes),
      }));
      const toLock = new Set([...sockets.keys(), ...(await peersToLock(tx.run, tenantId, connected))]);
      const locked = new Set((await scanGraph.lock(tx, tenantId, [...toLock].sort())).map(({ id }) => id));
      // Under the locks, the stored records are those of the newest scan and cannot change.
      const newest = await socketsOf(
        deps.postgres,
        tenantId,
        [...sockets.keys()].filter((id) => locked.has(id)),
      );
      const hosts = [...newest].map((entry) => hostOf(ctx, entry, isoNow(deps.clock)));
      const { unresolved } = await applyConnections(tx, ctx, hosts, publish, (ids, ports) =>
        readListeners(deps.postgres, tenantId, ids, ports),
      );
      const stillUnresolved = [...unresolved].map(([ciId, ips]) => ({ ciId, ips }));
      await deps.postgres.transaction((sql) => peersStore.replaceUnresolved(sql, tenantId, stillUnresolved));
    });
  };
}

function hostOf(ctx: RequestContext, [ciId, found]: [string, Sockets], now: string): ConnectedHost {
  const { scannerId, collectedAt: observedAt } = found;
  return {
    ciId,
    isNew: false,
    observation: { ctx, scannerId, sourceClass: "agent", observedAt, now },
    connections: withProcessNames(found.connections, found.processes),
    collectedBefore: observedAt,
  };
}

function addressesOf(change: Change): string[] {
  const ci = savedCi(change);
  if (!ci || ci.type === "software_instance") return [];
  const identifiers = identifiersOf({ ...ci, customFields: ci.custom_fields });
  return identifiers.flatMap(({ kind, value }) => (kind === "ip" ? [value] : []));
}
