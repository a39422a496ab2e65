import { actorName, type RequestContext } from "../../../context.ts";
import { compareIdentifiers, type Identifier, identifierKey, identifiersOf } from "../../../model/identifiers.ts";
import { by } from "../../../model/order.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import { changeOf, ciWrites, type Fields, labelsOf, snapshot, toNode, writeChanges } from "../../ci/index.ts";
import type { SoftwareIntake } from "../../software/index.ts";
import { applyConnections, type ReadListeners } from "../connections/apply-connections.ts";
import { withProcessNames } from "../connections/peer-connections.ts";
import { scanGraph } from "../graph.store.ts";
import { nextFingerprints, payloadFingerprint } from "../scans/raw-record.ts";
import { applySoftware } from "../software/apply-software.ts";
import type { IdentifiedHost } from "./identified-host.ts";
import { newServer, type ObservedServer, observedServer } from "./server-state.ts";

export interface WrittenHost {
  ciId: string;
  outcome: "created" | "updated" | "unchanged";
  /** Id per position of `installed_applications`. */
  instanceIds: (string | undefined)[];
  /** Addresses that the host talks to and that no CI has; undefined where it reports no connections. */
  unresolvedIps: string[] | undefined;
}

export interface WriteHostsDeps {
  publish: Publish;
  readListeners: ReadListeners;
  /** Describes installed programs. */
  software?: SoftwareIntake | undefined;
}

/**
 * Phase "write graph" of a batch: writes Server CIs, Software Instances, `Installed On` and `Connected To` in the caller's
 * transaction and a constant number of statements. The caller holds the locks of the CIs and of the identifiers that
 * identification read. Answers the hosts by CI.
 */
export async function writeHosts(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: IdentifiedHost[],
  { publish, readListeners, software: intake }: WriteHostsDeps,
): Promise<Map<string, WrittenHost>> {
  const servers = hosts.map((host): ServerState => ({ ...host, ...nextState(host) }));
  await lockNewIdentifiers(tx, ctx.tenantId, servers);
  await createServers(tx, ctx, servers, publish);
  updateServers(tx, ctx, servers, publish);
  const software = await applySoftware(tx, ctx, hosts, publish, intake);
  const connected = hosts.map(({ host, before, ...rest }) => {
    const { network_connections, processes } = host.payload;
    const connections = network_connections && withProcessNames(network_connections, processes ?? []);
    return { ...rest, isNew: before === undefined, connections };
  });
  const connections = await applyConnections(tx, ctx, connected, publish, readListeners);
  const written = new Map<string, WrittenHost>();
  for (const { ciId, before, changed, decision } of servers) {
    const anyChange =
      changed || decision.action === "restore" || software.changed.has(ciId) || connections.changed.has(ciId);
    written.set(ciId, {
      ciId,
      outcome: before === undefined ? "created" : anyChange ? "updated" : "unchanged",
      instanceIds: software.instanceIds.get(ciId) ?? [],
      unresolvedIps: connections.unresolved.get(ciId),
    });
  }
  await recordOwnership(tx, ctx.tenantId, servers, written);
  await markDuplicates(tx, ctx, hosts, publish);
  return written;
}

type ServerState = IdentifiedHost & ObservedServer;

function nextState({ host, ciId, before, observation, lastSeen }: IdentifiedHost): ObservedServer {
  if (before) return observedServer(before.ci, host.payload, host.facts, observation, lastSeen);
  const after = newServer(ciId, host.payload, host.facts, observation);
  return { after, changed: true, provenanceChanged: false, recheckAt: undefined };
}

/** Writes the payload fingerprints, the scanner's key of the host and the source of each value, where they differ. */
async function recordOwnership(
  tx: GraphTx,
  tenantId: string,
  servers: ServerState[],
  written: ReadonlyMap<string, WrittenHost>,
): Promise<void> {
  const items = servers.flatMap((server) => {
    const { before, after, observation, scanId, isNewest, recheckAt } = server;
    const changed = server.replacesOtherScanner || written.get(server.ciId)?.outcome !== "unchanged";
    const report = { scanId, complete: isNewest, recheckAt, changed };
    const fingerprints = nextFingerprints(
      server.fingerprints,
      observation.scannerId,
      payloadFingerprint(observation.scannerId, server.host),
      report,
    );
    const key = server.host.facts.sourceKey;
    const hasKey = before?.identifiers.some(({ kind, value }) => kind === "source_key" && value === key);
    const sourceKeys = key === undefined || hasKey ? [] : [key];
    const same =
      fingerprints.length === server.fingerprints.length &&
      fingerprints.every((text, i) => text === server.fingerprints[i]);
    if (same && sourceKeys.length === 0 && !server.provenanceChanged) return [];
    return [
      { id: server.ciId, scanHashes: fingerprints, provenance: toNode(after).provenance as string | null, sourceKeys },
    ];
  });
  await scanGraph.recordOwnership(tx, tenantId, items.sort(by(({ id }) => id)));
}

/** Locks the identifiers that the new states add and that identification did not lock. */
async function lockNewIdentifiers(tx: GraphTx, tenantId: string, servers: ServerState[]): Promise<void> {
  const locked = new Set(servers.flatMap(({ host }) => host.facts.identifiers.map(identifierKey)));
  const missing = new Map<string, Identifier>();
  for (const { before, after } of servers) {
    const needed = before ? changeOf(before, after).addIdentifiers : identifiersOf(after);
    for (const identifier of needed) {
      const key = identifierKey(identifier);
      if (!locked.has(key)) missing.set(key, identifier);
    }
  }
  await ciWrites.lockIdentifiers(tx, tenantId, [...missing.values()].sort(compareIdentifiers), []);
}

async function createServers(
  tx: GraphTx,
  ctx: RequestContext,
  servers: ServerState[],
  publish: Publish,
): Promise<void> {
  const created = servers.filter(({ before }) => before === undefined);
  await ciWrites.create(
    tx,
    ctx.tenantId,
    created
      .map(({ after: ci }) => ({
        id: ci.id,
        properties: toNode(ci) as Fields,
        labels: labelsOf(ci.type),
        identifiers: identifiersOf(ci),
      }))
      .sort(by(({ id }) => id))
      .map(({ id: _, ...item }) => item),
  );
  for (const { after: ci, decision } of created) {
    const created = { subject: { kind: "ci", id: ci.id }, version: 1, before: null } as const;
    publish(ctx, { ...created, kind: "ci.created", after: snapshot(ci) });
    if (decision.cloneOf.length === 0) continue;
    publish(ctx, {
      ...created,
      kind: "ci.clone_detected",
      after: { id: ci.id, name: ci.name, clone_of: [...decision.cloneOf] },
    });
  }
}

function updateServers(tx: GraphTx, ctx: RequestContext, servers: ServerState[], publish: Publish): void {
  const changes = servers.flatMap(({ before, after, changed }) =>
    before && changed ? [{ locked: before, after, properties: {} }] : [],
  );
  writeChanges(tx, ctx, changes, publish);
}

/** Sets `duplicate_of` on CIs that represent the same host as another CI, unless a person has set it. */
async function markDuplicates(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: IdentifiedHost[],
  publish: Publish,
): Promise<void> {
  const originalOf = new Map(
    hosts.flatMap(({ ciId, decision }) => decision.duplicates.map((id) => [id, ciId] as const)),
  );
  const at = hosts[0]?.observation.now ?? "";
  const changes = (await ciWrites.lock(tx, ctx.tenantId, [...originalOf.keys()])).flatMap((locked) => {
    const duplicateOf = originalOf.get(locked.ci.id);
    if (locked.ci.customFields.duplicate_of === duplicateOf) return [];
    if (locked.ci.provenance["custom_fields.duplicate_of"]?.[0] === "human") return [];
    const customFields = { ...locked.ci.customFields, duplicate_of: duplicateOf };
    const version = locked.ci.version + 1;
    const after = { ...locked.ci, customFields, version, updatedAt: at, updatedBy: actorName(ctx.actor) };
    return [{ locked, after }];
  });
  writeChanges(tx, ctx, changes, publish);
}
