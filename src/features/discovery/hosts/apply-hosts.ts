import { actorName, type RequestContext } from "../../../context.ts";
import { compareIdentifiers, type Identifier, identifierKey, identifiersOf } from "../../../model/identifiers.ts";
import { by } from "../../../model/order.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import { changeOf, ciWrites, type Fields, labelsOf, snapshot, toNode, writeChanges } from "../../ci/index.ts";
import type { DescribedProgram, SoftwareIntake } from "../../software/index.ts";
import { applyConnections, type ReadListeners } from "../connections/apply-connections.ts";
import { withProcessNames } from "../connections/peer-connections.ts";
import { scanGraph } from "../graph.store.ts";
import { nextMarks, scanHash } from "../scans/raw-record.ts";
import { applySoftware } from "../software/apply-software.ts";
import type { IdentifiedHost } from "./identified-host.ts";
import { newServer, type Sighted, sightedServer } from "./server-state.ts";

export interface AppliedHost {
  ciId: string;
  outcome: "created" | "updated" | "unchanged";
  /** Id per position of `installed_applications`. */
  instanceIds: (string | undefined)[];
  /** Addresses that the host talks to and that no CI has; undefined where it reports no connections. */
  unresolvedIps: string[] | undefined;
}

export interface ApplyDeps {
  publish: Publish;
  readPorts: ReadListeners;
  /** Says what installed programs are. */
  software?: SoftwareIntake | undefined;
}

export interface AppliedBatch {
  /** By CI. */
  applied: Map<string, AppliedHost>;
  /** Programs of new instances. */
  described: readonly DescribedProgram[];
}

/**
 * Brings the graph up to what a batch of identified hosts says, in one transaction and a constant number of statements:
 * Server CIs, Software Instances, `Installed On`, `Connected To`. The identifiers that identity looked at are locked, and
 * the CIs.
 */
export async function applyHosts(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: IdentifiedHost[],
  { publish, readPorts, software: intake }: ApplyDeps,
): Promise<AppliedBatch> {
  const servers = hosts.map((one): ServerState => ({ ...one, ...nextState(one) }));
  await lockMissing(tx, ctx.tenantId, servers);
  await createServers(tx, ctx, servers, publish);
  await updateServers(tx, ctx, servers, publish);
  const software = await applySoftware(tx, ctx, hosts, publish, intake);
  const connected = hosts.map(({ host, before, ...one }) => {
    const { network_connections, processes } = host.payload;
    const connections = network_connections && withProcessNames(network_connections, processes ?? []);
    return { ...one, isNew: before === undefined, connections };
  });
  const connections = await applyConnections(tx, ctx, connected, publish, readPorts);
  const applied = new Map<string, AppliedHost>();
  for (const { ciId, before, changed, decision } of servers) {
    const any = changed || decision.action === "restore" || software.changed.has(ciId) || connections.changed.has(ciId);
    applied.set(ciId, {
      ciId,
      outcome: before === undefined ? "created" : any ? "updated" : "unchanged",
      instanceIds: software.instanceIds.get(ciId) ?? [],
      unresolvedIps: connections.unresolved.get(ciId),
    });
  }
  await own(tx, ctx.tenantId, servers, applied);
  await markDuplicates(tx, ctx, hosts, publish);
  return { applied, described: software.described };
}

type ServerState = IdentifiedHost & Sighted;

function nextState({ host, ciId, before, look, seen }: IdentifiedHost): Sighted {
  if (before) return sightedServer(before.ci, host.payload, host.facts, look, seen);
  const after = newServer(ciId, host.payload, host.facts, look);
  return { after, changed: true, confirmed: false, until: undefined };
}

/** What scanners said last, the key by which this one knows the host, and whose word stands: only where it differs. */
async function own(
  tx: GraphTx,
  tenantId: string,
  servers: ServerState[],
  applied: ReadonlyMap<string, AppliedHost>,
): Promise<void> {
  const items = servers.flatMap((one) => {
    const { before, after, look, scanId, newest, until } = one;
    const changed = one.takesOver || applied.get(one.ciId)?.outcome !== "unchanged";
    const heard = { scanId, complete: newest, until, changed };
    const marks = nextMarks(one.marks, look.scannerId, scanHash(look.scannerId, one.host), heard);
    const key = one.host.facts.sourceKey;
    const held = before?.identifiers.some(({ kind, value }) => kind === "source_key" && value === key);
    const sourceKeys = key === undefined || held ? [] : [key];
    const same = marks.length === one.marks.length && marks.every((mark, i) => mark === one.marks[i]);
    if (same && sourceKeys.length === 0 && !one.confirmed) return [];
    return [{ id: one.ciId, scanHashes: marks, provenance: toNode(after).provenance as string | null, sourceKeys }];
  });
  await scanGraph.own(tx, tenantId, items.sort(by(({ id }) => id)));
}

/** Identifiers that the new states bring and that identity did not lock. */
async function lockMissing(tx: GraphTx, tenantId: string, servers: ServerState[]): Promise<void> {
  const looked = new Set(servers.flatMap(({ host }) => host.facts.identifiers.map(identifierKey)));
  const missing = new Map<string, Identifier>();
  for (const { before, after } of servers) {
    const wanted = before ? changeOf(before, after).addIdentifiers : identifiersOf(after);
    for (const identifier of wanted) {
      const key = identifierKey(identifier);
      if (!looked.has(key)) missing.set(key, identifier);
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
  const fresh = servers.filter((one) => one.before === undefined);
  await ciWrites.create(
    tx,
    ctx.tenantId,
    fresh
      .map(({ after: ci }) => ({
        id: ci.id,
        properties: toNode(ci) as Fields,
        labels: labelsOf(ci.type),
        identifiers: identifiersOf(ci),
      }))
      .sort(by(({ id }) => id))
      .map(({ id: _, ...item }) => item),
  );
  for (const { after: ci, decision } of fresh) {
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

async function updateServers(
  tx: GraphTx,
  ctx: RequestContext,
  servers: ServerState[],
  publish: Publish,
): Promise<void> {
  const changes = servers.flatMap(({ before, after, changed }) =>
    before && changed ? [{ locked: before, after, properties: {} }] : [],
  );
  await writeChanges(tx, ctx, changes, publish);
}

/** Marks CIs that turned out to be a host that another CI stands for already, unless a person has said otherwise. */
async function markDuplicates(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: IdentifiedHost[],
  publish: Publish,
): Promise<void> {
  const standsFor = new Map(
    hosts.flatMap(({ ciId, decision }) => decision.duplicates.map((id) => [id, ciId] as const)),
  );
  const at = hosts[0]?.look.now ?? "";
  const changes = (await ciWrites.lock(tx, ctx.tenantId, [...standsFor.keys()])).flatMap((locked) => {
    const duplicateOf = standsFor.get(locked.ci.id);
    if (locked.ci.customFields.duplicate_of === duplicateOf) return [];
    if (locked.ci.provenance["custom_fields.duplicate_of"]?.[0] === "human") return [];
    const customFields = { ...locked.ci.customFields, duplicate_of: duplicateOf };
    const version = locked.ci.version + 1;
    const after = { ...locked.ci, customFields, version, updatedAt: at, updatedBy: actorName(ctx.actor) };
    return [{ locked, after }];
  });
  await writeChanges(tx, ctx, changes, publish);
}
