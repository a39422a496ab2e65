import { actorName, type RequestContext } from "../../../context.ts";
import { mustGet } from "../../../model/must-get.ts";
import { by } from "../../../model/order.ts";
import { briefSnapshot } from "../../../model/relationships.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import { ciWrites, restoreDeletedCi, type StoredCi, snapshot, toNode } from "../../ci/index.ts";
import { relationshipKey } from "../../relationships/index.ts";
import type { SoftwareIntake, SoftwarePlatform } from "../../software/index.ts";
import { scanGraph } from "../graph.store.ts";
import type { IdentifiedHost } from "../hosts/identified-host.ts";
import type { Observation } from "../hosts/server-state.ts";
import { type Installation, installationsOf, installedOnLink, instanceCi } from "./software-instances.ts";
import { platformOf, programOf } from "./software-platform.ts";

export interface AppliedSoftware {
  /** Servers on which something was installed or removed. */
  changed: Set<string>;
  /** By server CI: instance id per position of `installed_applications`. */
  instanceIds: Map<string, (string | undefined)[]>;
}

interface ReportedSoftware {
  serverId: string;
  platform: SoftwarePlatform | undefined;
  observation: Observation;
  installations: Map<string, Installation>;
}

/** Writes one Software Instance per installation, linked to its server; removed ones are unlinked and made inactive. */
export async function applySoftware(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: readonly IdentifiedHost[],
  publish: Publish,
  software: SoftwareIntake | undefined,
): Promise<AppliedSoftware> {
  const tenantId = ctx.tenantId;
  const instanceIds = new Map<string, (string | undefined)[]>();
  const reported: ReportedSoftware[] = [];
  for (const { host, ciId, observation } of hosts) {
    const applications = host.payload.installed_applications;
    if (!applications) continue;
    const { byId, idOf } = installationsOf(tenantId, ciId, applications);
    instanceIds.set(ciId, idOf);
    reported.push({ serverId: ciId, platform: platformOf(host.payload), observation, installations: byId });
  }
  reported.sort(by(({ serverId }) => serverId));
  const newServers = new Set(hosts.filter(({ before }) => before === undefined).map(({ ciId }) => ciId));
  const oldIds = reported.map((server) => server.serverId).filter((id) => !newServers.has(id));
  const installed = new Map((await scanGraph.installed(tx, tenantId, oldIds)).map((row) => [row.serverId, row]));
  const changed = new Set<string>();
  const diffs = reported.map((server) => {
    const found = new Set(installed.get(server.serverId)?.found);
    const linked = new Set(installed.get(server.serverId)?.linked);
    const missing = [...server.installations.values()].filter(({ id }) => !found.has(id) && !linked.has(id));
    const removed = [...found].filter((id) => !server.installations.has(id)).sort();
    if (missing.length > 0 || removed.length > 0) changed.add(server.serverId);
    return { ...server, missing, removed };
  });
  const toCheck = diffs
    .filter((server) => !newServers.has(server.serverId))
    .flatMap((server) => server.missing.map(({ id }) => id));
  const deletedById = new Map(
    (await scanGraph.knownInstances(tx, tenantId, toCheck)).map((row) => [row.id, row.deleted]),
  );
  await install(tx, ctx, diffs, deletedById, publish, software);
  await reinstall(tx, ctx, diffs, deletedById, publish);
  await uninstall(tx, ctx, diffs, publish);
  return { changed, instanceIds };
}

/** What a report changes on its server; `missing` installations have no instance linked yet. */
type SoftwareDiff = ReportedSoftware & { missing: Installation[]; removed: string[] };
/** Existing instances by id: whether each is deleted. */
type DeletedById = ReadonlyMap<string, boolean>;

async function install(
  tx: GraphTx,
  ctx: RequestContext,
  diffs: SoftwareDiff[],
  deletedById: DeletedById,
  publish: Publish,
  software: SoftwareIntake | undefined,
): Promise<void> {
  const made = diffs.map((server) => ({ ...server, made: server.missing.filter(({ id }) => !deletedById.has(id)) }));
  const programs = made.flatMap((server) =>
    server.made.map(({ application }) => programOf(application, server.platform)),
  );
  const described = (programs.length > 0 && (await software?.describe(ctx.tenantId, programs))) || [];
  let next = 0;
  const servers = made
    .map(({ serverId, observation, made: installations }) => ({
      id: serverId,
      instances: installations.map((installation) => {
        const ci = instanceCi(installation, observation, described[next++]);
        publish(ctx, {
          kind: "ci.created",
          subject: { kind: "ci", id: ci.id },
          version: 1,
          before: null,
          after: snapshot(ci),
        });
        const link = installedOnLink(ctx.tenantId, ci.id, serverId, observation);
        publishInstalled(ctx, "relationship.created", String(link.id), ci.id, serverId, publish);
        return { properties: toNode(ci), link };
      }),
    }))
    .filter(({ instances }) => instances.length > 0);
  await scanGraph.install(tx, ctx.tenantId, servers);
}

async function reinstall(
  tx: GraphTx,
  ctx: RequestContext,
  diffs: SoftwareDiff[],
  deletedById: DeletedById,
  publish: Publish,
): Promise<void> {
  const returning = diffs
    .flatMap(({ serverId, observation, missing }) =>
      missing.filter(({ id }) => deletedById.has(id)).map(({ id }) => ({ id, serverId, observation })),
    )
    .sort(by(({ id }) => id));
  if (returning.length === 0) return;
  for (const { id, observation } of returning) {
    if (deletedById.get(id)) await restoreDeletedCi(tx, ctx, id, observation.now, publish);
  }
  const locked = await lockInstances(
    tx,
    ctx.tenantId,
    returning.map(({ id }) => id),
  );
  const items = returning.flatMap(({ id, serverId, observation }) => {
    const before = locked.get(id);
    if (!before) return [];
    const link = installedOnLink(ctx.tenantId, id, serverId, observation);
    const after =
      isHumanStatus(before) || before.status === "active" ? before : withStatus(before, "active", ctx, observation.now);
    if (after !== before) publishUpdated(ctx, before, after, publish);
    const { status, version, updatedAt, updatedBy } = after;
    return [{ id, serverId, properties: { status, version, updatedAt, updatedBy }, link }];
  });
  const written = new Map((await scanGraph.reinstall(tx, ctx.tenantId, items)).map((row) => [row.id, row.linked]));
  for (const { id, serverId, link } of items) {
    if (written.get(id)) publishInstalled(ctx, "relationship.created", String(link.id), id, serverId, publish);
  }
}

async function uninstall(tx: GraphTx, ctx: RequestContext, diffs: SoftwareDiff[], publish: Publish): Promise<void> {
  const removed = diffs.flatMap(({ serverId, removed: ids }) => ids.map((id) => ({ id, serverId })));
  if (removed.length === 0) return;
  const at = diffs[0]?.observation.now ?? "";
  const locked = await lockInstances(
    tx,
    ctx.tenantId,
    removed.map(({ id }) => id),
  );
  const items = removed
    .flatMap(({ id, serverId }) => {
      const before = locked.get(id);
      if (!before) return [];
      const key = relationshipKey(ctx.tenantId, id, serverId);
      return [{ id, serverId, key, deactivate: before.status !== "inactive" && !isHumanStatus(before) }];
    })
    .sort(by(({ id }) => id));
  const deactivated = new Set(items.flatMap(({ id, deactivate }) => (deactivate ? [id] : [])));
  const written = await scanGraph.uninstall(tx, ctx.tenantId, items, at, actorName(ctx.actor));
  for (const { id, relationshipId, serverId } of written) {
    const before = mustGet(locked, id);
    if (deactivated.has(id)) publishUpdated(ctx, before, withStatus(before, "inactive", ctx, at), publish);
    publishInstalled(ctx, "relationship.deleted", relationshipId, id, serverId, publish);
  }
}

async function lockInstances(tx: GraphTx, tenantId: string, ids: string[]): Promise<Map<string, StoredCi>> {
  return new Map((await ciWrites.lock(tx, tenantId, ids)).map(({ ci }) => [ci.id, ci]));
}

/** Whether a person set the instance's status, which scans then keep. */
function isHumanStatus({ provenance }: StoredCi): boolean {
  return provenance.status?.[0] === "human";
}

function withStatus(before: StoredCi, status: StoredCi["status"], ctx: RequestContext, at: string): StoredCi {
  return { ...before, status, version: before.version + 1, updatedAt: at, updatedBy: actorName(ctx.actor) };
}

function publishUpdated(ctx: RequestContext, before: StoredCi, after: StoredCi, publish: Publish): void {
  publish(ctx, {
    kind: "ci.updated",
    subject: { kind: "ci", id: after.id },
    version: after.version,
    before: snapshot(before),
    after: snapshot(after),
  });
}

function publishInstalled(
  ctx: RequestContext,
  kind: "relationship.created" | "relationship.deleted",
  id: string,
  instanceId: string,
  serverId: string,
  publish: Publish,
): void {
  const state = briefSnapshot({ id, graphType: "INSTALLED_ON", source: instanceId, target: serverId });
  const what = { subject: { kind: "relationship", id }, version: 1 } as const;
  publish(
    ctx,
    kind === "relationship.created"
      ? { kind, ...what, before: null, after: state }
      : { kind, ...what, before: state, after: null },
  );
}
