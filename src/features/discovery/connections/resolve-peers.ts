import { type RequestContext, systemContext } from "../../../context.ts";
import { coerceError } from "../../../errors.ts";
import { hasNewFields, savedCi } from "../../../model/changes.ts";
import { identifiersOf } from "../../../model/identifiers.ts";
import { runBatch } from "../../../platform/batch.ts";
import { isoNow } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Change, ChangeConsumer } from "../../../platform/jobs/changes.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import { isOutage, type StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import { MAX_TRIES } from "../../../platform/jobs/tries.ts";
import type { Logger } from "../../../platform/log.ts";
import { type Sockets, socketsOf } from "../../inventory/index.ts";
import { readerOf, scanGraph } from "../graph.store.ts";
import type { ProcessDeps } from "../hosts/process-hosts.ts";
import { RESOLVE_PEERS } from "../job-refs.ts";
import { applyConnections, peersToLock } from "./apply-connections.ts";
import type { ConnectedHost } from "./connection-plan.ts";
import { withProcessNames } from "./peer-connections.ts";
import { peersStore, type UnresolvedPeer } from "./peers.store.ts";
import { readListeners } from "./read-listeners.ts";
import { sendResolvePeers } from "./send-resolve-peers.ts";

/** Hosts per graph transaction. */
const BATCH_HOSTS = 50;
/** Addresses per look-up. */
const PAGE_SIZE = 2_000;
/** A run ends after this time and sends its successor behind the jobs of other tenants. */
const TURN_MS = 1_000;
/** A host whose CI is deleted, or not committed yet, is looked at again. */
const ABSENT_SECONDS = 600;

export interface ResolvePeersDeps extends ProcessDeps {
  /** Distinguishes a host that takes too long from an outage. */
  storesTakeWrites: StoresTakeWrites;
}

/** Makes addresses due when a CI appears with one, in the transaction that delivers the change. */
export function createPeerWatcher(deps: { jobs: SendJobs }): ChangeConsumer {
  return async (tx, tenantId, changes) => {
    const ips = [...new Set(changes.flatMap(addressesOf))];
    if (ips.length === 0) return;
    if (await peersStore.markDue(tx, tenantId, ips)) await sendResolvePeers(deps.jobs, tenantId, { tx });
  };
}

/** A run for each tenant with due addresses. */
export function owedPeers({ postgres }: Pick<ProcessDeps, "postgres">): OwedWork {
  return owedWork(RESOLVE_PEERS, async () => (await peersStore.dueTenants(postgres)).map((tenantId) => ({ tenantId })));
}

export type ResolvePeers = (input: { tenantId: string }, call: { signal: AbortSignal; log: Logger }) => Promise<void>;

/**
 * Looks up the due addresses of a tenant, and applies the stored connections of hosts whose far ends have appeared. An
 * address stays due until that has committed: repeated after a crash, it does the rest.
 */
export function createResolvePeers(deps: ResolvePeersDeps): ResolvePeers {
  return async ({ tenantId }, { signal, log }) => {
    const until = performance.now() + TURN_MS;
    const ctx: RequestContext = { ...systemContext(tenantId, newId()), signal };
    for (;;) {
      signal.throwIfAborted();
      const due = await peersStore.due(deps.postgres, tenantId, PAGE_SIZE);
      if (due.length === 0) return;
      const found = await scanGraph.peers(readerOf(deps.graph), tenantId, [...new Set(due.map(({ ip }) => ip))].sort());
      const known = new Set(found.map(({ ip }) => ip));
      await peersStore.awaitCis(
        deps.postgres,
        tenantId,
        due.filter(({ ip }) => !known.has(ip)),
      );
      const byHost = Map.groupBy(
        due.filter(({ ip }) => known.has(ip)),
        ({ ciId }) => ciId,
      );
      const hosts = [...byHost.keys()].sort();
      for (let from = 0; from < hosts.length; from += BATCH_HOSTS) {
        if (performance.now() >= until) return sendResolvePeers(deps.jobs, tenantId);
        await resolveHosts(deps, ctx, byHost, hosts.slice(from, from + BATCH_HOSTS), log);
      }
    }
  };
}

/** A host that cannot be processed is put off alone, for longer each time. Rejects if a store is away. */
async function resolveHosts(
  deps: ResolvePeersDeps,
  ctx: RequestContext,
  byHost: ReadonlyMap<string, UnresolvedPeer[]>,
  hosts: string[],
  log: Logger,
): Promise<void> {
  const { postgres } = deps;
  const peersOf = (ids: readonly string[]) => ids.flatMap((id) => byHost.get(id) ?? []);
  await runBatch<string, void>(hosts, {
    async run(ids) {
      const absent = await applyStored(deps, ctx, ids);
      await peersStore.postpone(postgres, ctx.tenantId, peersOf([...absent]), ABSENT_SECONDS);
      await peersStore.removeResolved(postgres, ctx.tenantId, peersOf(ids.filter((id) => !absent.has(id))));
      return [];
    },
    isOutage: (error) => isOutage(error, deps.storesTakeWrites),
    async failed(error, id) {
      ctx.signal?.throwIfAborted();
      const tries = await peersStore.recordFailure(postgres, ctx.tenantId, peersOf([id]));
      const fields = { ci: id, tries, error: coerceError(error).message };
      if (tries >= MAX_TRIES) log.error(fields, "connections of a host could not be resolved; tried once a day");
      else log.warn(fields, "connections of a host could not be resolved; they are tried again");
    },
  });
}

/** Applies the stored connections of hosts again. Answers the hosts with connections whose CIs are not there. */
async function applyStored(deps: ProcessDeps, ctx: RequestContext, ciIds: string[]): Promise<Set<string>> {
  const { tenantId } = ctx;
  return deps.outbox.write(tenantId, async (tx, publish) => {
    const sockets = await socketsOf(deps.postgres, tenantId, ciIds);
    const connected = [...sockets].map(([ciId, found]) => ({
      ciId,
      isNew: false,
      connections: withProcessNames(found.connections, found.processes),
    }));
    const toLock = new Set([...sockets.keys(), ...(await peersToLock(tx.run, tenantId, connected))]);
    const locked = new Set((await scanGraph.lock(tx, tenantId, [...toLock].sort())).map(({ id }) => id));
    const absent = new Set([...sockets.keys()].filter((id) => !locked.has(id)));
    // Under the locks, the stored records are those of the newest scan and cannot change.
    const newest = await socketsOf(
      deps.postgres,
      tenantId,
      [...sockets.keys()].filter((id) => locked.has(id)),
    );
    const hosts = [...newest].map((entry) => hostOf(ctx, entry, isoNow(deps.clock)));
    await applyConnections(tx, ctx, hosts, publish, (ids, ports) => readListeners(deps.postgres, tenantId, ids, ports));
    return absent;
  });
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
  if (!ci || ci.type === "software_instance" || !hasNewFields(change)) return [];
  const identifiers = identifiersOf({ ...ci, customFields: ci.custom_fields });
  return identifiers.flatMap(({ kind, value }) => (kind === "ip" ? [value] : []));
}
