import type { RequestContext } from "../../context.ts";
import { compareIdentifiers, type Identifier, identifierKey, identifiersOf } from "../../model/identifiers.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Tell } from "../../platform/jobs/outbox.ts";
import {
  changeOf,
  ciWrites,
  type Fields,
  type LockedCi,
  labelsOf,
  type StoredCi,
  snapshot,
  toNode,
  writeChanges,
} from "../ci/index.ts";
import { applyConnections } from "./apply-connections.ts";
import { applySoftware } from "./apply-software.ts";
import { scanGraph } from "./graph.store.ts";
import type { Decision } from "./identity/index.ts";
import { nextHashes, type PendingHost, scanHash } from "./raw-record.ts";
import { restoreSighted } from "./restore-sighted.ts";
import { type LastSeen, type Look, newServer, sightedServer } from "./server-state.ts";

/** A host with the CI that it is. */
export interface IdentifiedHost {
  host: PendingHost;
  decision: Decision;
  ciId: string;
  isNew: boolean;
  look: Look;
  seen: LastSeen;
  /** Marks on the CI before. */
  scanHashes: readonly string[];
}

export interface AppliedHost {
  ciId: string;
  outcome: "created" | "updated" | "unchanged";
  /** Id per position of `installed_applications`. */
  instanceIds: (string | undefined)[];
  /** Addresses that the host talks to and that no CI has; undefined where it reports no connections. */
  unresolvedIps: string[] | undefined;
}

/**
 * Brings the graph up to what a batch of identified hosts says, in one transaction and a constant number of statements:
 * Server CIs, Software Instances, `Installed On`, `Connected To`. The identifiers that identity looked at are locked.
 */
export async function applyHosts(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: IdentifiedHost[],
  tell: Tell,
): Promise<Map<string, AppliedHost>> {
  const tenant = ctx.tenantId;
  await restoreSighted(tx, ctx, hosts, tell);
  const known = hosts.filter((one) => !one.isNew);
  const locked = new Map(
    (
      await ciWrites.lock(
        tx,
        tenant,
        known.map((one) => one.ciId),
      )
    ).map((one) => [one.ci.id, one]),
  );
  const servers = hosts.map((one) => ({ ...one, ...nextState(one, locked.get(one.ciId)) }));
  await lockMissing(tx, tenant, servers);
  await createServers(tx, ctx, servers, tell);
  await updateServers(tx, ctx, servers, tell);
  const software = await applySoftware(tx, ctx, hosts, tell);
  const connected = hosts.map((one) => ({ ...one, connections: one.host.payload.network_connections }));
  const connections = await applyConnections(tx, ctx, connected, tell);
  const applied = new Map<string, AppliedHost>();
  for (const { ciId, isNew, changed } of servers) {
    const any = changed || software.changed.has(ciId) || connections.changed.has(ciId);
    applied.set(ciId, {
      ciId,
      outcome: isNew ? "created" : any ? "updated" : "unchanged",
      instanceIds: software.instanceIds.get(ciId) ?? [],
      unresolvedIps: connections.unresolved.get(ciId),
    });
  }
  await scanGraph.own(
    tx,
    tenant,
    hosts
      .map((one) => ({
        id: one.ciId,
        scanHashes: nextHashes(
          one.scanHashes,
          one.look.scannerId,
          scanHash(one.look.scannerId, one.host),
          applied.get(one.ciId)?.outcome !== "unchanged",
        ),
        sourceKeys: one.host.facts.sourceKey === undefined ? [] : [one.host.facts.sourceKey],
      }))
      .sort(byId),
  );
  await markDuplicates(tx, ctx, hosts, tell);
  return applied;
}

interface ServerState extends IdentifiedHost {
  before: LockedCi | undefined;
  after: StoredCi;
  changed: boolean;
}

function nextState(
  one: IdentifiedHost,
  before: LockedCi | undefined,
): Pick<ServerState, "before" | "after" | "changed"> {
  if (one.isNew) {
    return { before: undefined, after: newServer(one.ciId, one.host.payload, one.host.facts, one.look), changed: true };
  }
  if (!before) throw new Error(`the CI ${one.ciId} went away while its host was processed`);
  const after = sightedServer(before.ci, one.host.payload, one.host.facts, one.look, one.seen);
  return { before, after, changed: after !== before.ci };
}

/** Identifiers that the new states bring and that identity did not lock. */
async function lockMissing(tx: GraphTx, tenant: string, servers: ServerState[]): Promise<void> {
  const looked = new Set(servers.flatMap(({ host }) => host.facts.identifiers.map(identifierKey)));
  const missing = new Map<string, Identifier>();
  for (const { before, after } of servers) {
    const wanted = before ? changeOf(before, after).addIdentifiers : identifiersOf(after);
    for (const identifier of wanted) {
      const key = identifierKey(identifier);
      if (!looked.has(key)) missing.set(key, identifier);
    }
  }
  await ciWrites.lockIdentifiers(tx, tenant, [...missing.values()].sort(compareIdentifiers), []);
}

async function createServers(tx: GraphTx, ctx: RequestContext, servers: ServerState[], tell: Tell): Promise<void> {
  const created = servers.filter((one) => one.isNew).map((one) => one.after);
  await ciWrites.create(
    tx,
    ctx.tenantId,
    created
      .map((ci) => ({
        id: ci.id,
        properties: toNode(ci) as Fields,
        labels: labelsOf(ci.type),
        identifiers: identifiersOf(ci),
      }))
      .sort(byId)
      .map(({ id: _, ...item }) => item),
  );
  for (const ci of created) {
    tell(ctx, {
      kind: "ci.created",
      subject: { kind: "ci", id: ci.id },
      version: 1,
      before: null,
      after: snapshot(ci),
    });
  }
}

async function updateServers(tx: GraphTx, ctx: RequestContext, servers: ServerState[], tell: Tell): Promise<void> {
  const changes = servers.flatMap(({ before, after, changed }) =>
    before && changed ? [{ locked: before, after, properties: {} }] : [],
  );
  await writeChanges(tx, ctx, changes, tell);
}

/** Marks CIs that turned out to be a host that another CI stands for already. */
async function markDuplicates(tx: GraphTx, ctx: RequestContext, hosts: IdentifiedHost[], tell: Tell): Promise<void> {
  const standsFor = new Map(
    hosts.flatMap(({ ciId, decision }) => decision.duplicates.map((id) => [id, ciId] as const)),
  );
  const changes = (await ciWrites.lock(tx, ctx.tenantId, [...standsFor.keys()])).flatMap((locked) => {
    const duplicateOf = standsFor.get(locked.ci.id);
    if (locked.ci.customFields.duplicate_of === duplicateOf) return [];
    const customFields = { ...locked.ci.customFields, duplicate_of: duplicateOf };
    return [{ locked, after: { ...locked.ci, customFields, version: locked.ci.version + 1 } }];
  });
  await writeChanges(tx, ctx, changes, tell);
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
