import type { Graph } from "../../../platform/graph/graph.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import { exposureGraph } from "./exposure.graph.store.ts";
import { instancesStore, type KnownInstance } from "./instances.store.ts";
import { type Companion, type InstanceRow, instanceOf, profileOf } from "./profile.model.ts";
import { workStore } from "./work.store.ts";

/** What a batch of changed CIs came to. */
export interface Synced {
  /** Ids of instances that have another profile than before, or none. */
  changed: string[];
}

/**
 * Brings what is known of these CIs up to their state in the graph: programs that came, went or changed; of servers, all
 * programs on them. Queues the programs on the same servers whose findings depend on those that changed.
 */
export async function syncInstances(
  graph: Graph,
  tx: Sql,
  tenantId: string,
  ciIds: readonly string[],
): Promise<Synced> {
  const rows = await exposureGraph.installed(graph, tenantId, ciIds);
  const instances = rows.flatMap((row) => instanceOf(row) ?? []);
  const before = await instancesStore.known(tx, tenantId, ciIds);
  const present = new Set(instances.map(({ id }) => id));
  const gone = before.filter(({ id }) => !present.has(id));
  const companions = await companionsOf(tx, tenantId, instances, gone);
  const placed = instances.map((instance) => ({
    instance,
    profile: profileOf(tenantId, instance, companions(instance)),
  }));
  const profiles = new Map(placed.map(({ profile }) => [profile.id, profile]));
  await instancesStore.putProfiles(tx, tenantId, [...profiles.values()]);
  const hosts = new Map(instances.flatMap(({ server }) => (server ? [[server.id, server] as const] : [])));
  await instancesStore.putHosts(tx, tenantId, [...hosts.values()]);
  await instancesStore.putInstances(
    tx,
    tenantId,
    placed.map(({ instance, profile }) => ({ instance, profileId: profile.id })),
  );
  await instancesStore.removeInstances(
    tx,
    tenantId,
    gone.map(({ id }) => id),
  );
  const old = new Map(before.map((one) => [one.id, one]));
  const changed = placed.filter(({ instance, profile }) => old.get(instance.id)?.profileId !== profile.id);
  await queueDependents(tx, tenantId, { ciIds, gone, changed: changed.map(({ instance }) => instance), old });
  await instancesStore.removeUnused(
    tx,
    tenantId,
    before.map(({ profileId }) => profileId),
    before.flatMap(({ serverId }) => serverId ?? []),
  );
  return { changed: [...changed.map(({ instance }) => instance.id), ...gone.map(({ id }) => id)] };
}

/** The companions of each instance: those of the batch, and those known before that are not in it. */
async function companionsOf(tx: Sql, tenantId: string, instances: InstanceRow[], gone: KnownInstance[]) {
  const keys = await instancesStore.companionKeys(
    tx,
    instances.map(({ productKey }) => productKey),
  );
  const inBatch = new Set([...instances, ...gone].map(({ id }) => id));
  const wanted = [...new Set([...keys.values()].flatMap((of) => [...of]))];
  const servers = instances.filter(({ productKey }) => keys.has(productKey)).flatMap(({ server }) => server?.id ?? []);
  const others = await instancesStore.programsOn(tx, tenantId, [...new Set(servers)], wanted);
  const stored = others.filter(({ id }) => !inBatch.has(id));
  const fresh = instances.flatMap(({ server, ...one }) => (server ? [{ ...one, serverId: server.id }] : []));
  const byServer = Map.groupBy([...stored, ...fresh], ({ serverId }) => serverId);
  return ({ id, productKey, server }: InstanceRow): Companion[] => {
    const of = keys.get(productKey);
    if (!of || !server) return [];
    return (byServer.get(server.id) ?? [])
      .filter((other) => other.id !== id && of.has(other.productKey))
      .map(({ cpeName, version, kind }) => ({ cpeName, version, kind }));
  };
}

interface Changes {
  ciIds: readonly string[];
  gone: readonly KnownInstance[];
  changed: readonly InstanceRow[];
  old: ReadonlyMap<string, KnownInstance>;
}

async function queueDependents(tx: Sql, tenantId: string, { ciIds, gone, changed, old }: Changes): Promise<void> {
  const done = new Set(ciIds);
  const affected = [
    ...gone.flatMap(({ serverId, productKey }) => (serverId ? [{ serverId, productKey }] : [])),
    ...changed.flatMap(({ id, server, productKey }) => {
      const earlier = old.get(id);
      return [
        ...(server ? [{ serverId: server.id, productKey }] : []),
        ...(earlier?.serverId ? [{ serverId: earlier.serverId, productKey: earlier.productKey }] : []),
      ];
    }),
  ];
  const dependents = await instancesStore.dependingOn(tx, tenantId, affected);
  // Of a server, every program on it.
  const onServers = await instancesStore.onServers(tx, tenantId, ciIds);
  await workStore.addWork(
    tx,
    tenantId,
    [...dependents, ...onServers].filter((id) => !done.has(id)),
  );
}
