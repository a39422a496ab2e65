import { actorName, type RequestContext } from "../../context.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Tell } from "../../platform/jobs/outbox.ts";
import { bringBack, ciWrites, fromNode, type StoredCi, snapshot, toNode } from "../ci/index.ts";
import type { IdentifiedHost } from "./apply-hosts.ts";
import { scanGraph } from "./graph.store.ts";
import type { Look } from "./server-state.ts";
import { type Installation, installationsOf, installedOnLink, instanceCi } from "./software-instances.ts";

export interface AppliedSoftware {
  /** Servers on which something was installed or removed. */
  changed: Set<string>;
  /** By server: id per position of `installed_applications`. */
  instanceIds: Map<string, (string | undefined)[]>;
}

interface Wanted {
  serverId: string;
  look: Look;
  installations: Map<string, Installation>;
}

/** One Software Instance per installation, linked to its server; those that are gone are unlinked and inactive. */
export async function applySoftware(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: readonly IdentifiedHost[],
  tell: Tell,
): Promise<AppliedSoftware> {
  const tenant = ctx.tenantId;
  const instanceIds = new Map<string, (string | undefined)[]>();
  const wanted: Wanted[] = [];
  for (const { host, ciId, look } of hosts) {
    const applications = host.payload.installed_applications;
    if (!applications) continue;
    const { byId, idOf } = installationsOf(tenant, ciId, applications);
    instanceIds.set(ciId, idOf);
    wanted.push({ serverId: ciId, look, installations: byId });
  }
  wanted.sort((a, b) => (a.serverId < b.serverId ? -1 : 1));
  const newServers = new Set(hosts.filter((one) => one.isNew).map((one) => one.ciId));
  const oldIds = wanted.map((one) => one.serverId).filter((id) => !newServers.has(id));
  const installed = new Map(
    (await scanGraph.installed(tx, tenant, oldIds)).map((row) => [row.serverId, row.installed]),
  );
  const changed = new Set<string>();
  const fresh = wanted.map((one) => {
    const there = new Set(installed.get(one.serverId));
    const missing = [...one.installations.values()].filter(({ id }) => !there.has(id));
    const gone = [...there].filter((id) => !one.installations.has(id)).sort();
    if (missing.length > 0 || gone.length > 0) changed.add(one.serverId);
    return { ...one, missing, gone, isNew: newServers.has(one.serverId) };
  });
  const toCheck = fresh.filter((one) => !one.isNew).flatMap((one) => one.missing.map(({ id }) => id));
  const exists = new Map((await scanGraph.knownInstances(tx, tenant, toCheck)).map((row) => [row.id, row.deleted]));
  await install(tx, ctx, fresh, exists, tell);
  await reinstall(tx, ctx, fresh, exists, tell);
  await uninstall(tx, ctx, fresh, tell);
  return { changed, instanceIds };
}

type Fresh = Wanted & { missing: Installation[]; gone: string[] };
type Exists = ReadonlyMap<string, boolean>;

async function install(tx: GraphTx, ctx: RequestContext, fresh: Fresh[], exists: Exists, tell: Tell): Promise<void> {
  const servers = fresh
    .map(({ serverId, look, missing }) => ({
      id: serverId,
      instances: missing
        .filter(({ id }) => !exists.has(id))
        .map((installation) => {
          const ci = instanceCi(installation, look);
          tell(ctx, {
            kind: "ci.created",
            subject: { kind: "ci", id: ci.id },
            version: 1,
            before: null,
            after: snapshot(ci),
          });
          const link = installedOnLink(ctx.tenantId, ci.id, serverId, look);
          tellInstalled(ctx, "relationship.created", String(link.id), ci.id, serverId, tell);
          return { properties: toNode(ci), link };
        }),
    }))
    .filter(({ instances }) => instances.length > 0);
  await scanGraph.install(tx, ctx.tenantId, servers);
}

async function reinstall(tx: GraphTx, ctx: RequestContext, fresh: Fresh[], exists: Exists, tell: Tell): Promise<void> {
  const back = fresh
    .flatMap(({ serverId, look, missing }) =>
      missing.filter(({ id }) => exists.has(id)).map(({ id }) => ({ id, serverId, look })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (back.length === 0) return;
  for (const { id, look } of back) {
    if (exists.get(id)) await bringBack(tx, ctx, id, look.now, tell);
  }
  const locked = new Map(
    (
      await ciWrites.lock(
        tx,
        ctx.tenantId,
        back.map((one) => one.id),
      )
    ).map((one) => [one.ci.id, one.ci]),
  );
  const items = back.flatMap(({ id, serverId, look }) => {
    const before = locked.get(id);
    if (!before) return [];
    const after = active(before, ctx, look);
    const link = installedOnLink(ctx.tenantId, id, serverId, look);
    tellUpdated(ctx, before, after, tell);
    tellInstalled(ctx, "relationship.created", String(link.id), id, serverId, tell);
    const { status, version, updatedAt, updatedBy } = after;
    return [{ id, serverId, properties: { status, version, updatedAt, updatedBy }, link }];
  });
  await scanGraph.reinstall(tx, ctx.tenantId, items);
}

async function uninstall(tx: GraphTx, ctx: RequestContext, fresh: Fresh[], tell: Tell): Promise<void> {
  const items = fresh
    .flatMap(({ serverId, gone }) => gone.map((id) => ({ id, serverId })))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const at = fresh[0]?.look.now ?? "";
  const actor = actorName(ctx.actor);
  for (const { ci, relationshipId, serverId } of await scanGraph.uninstall(tx, ctx.tenantId, items, at, actor)) {
    const before = fromNode(ci);
    const after: StoredCi = {
      ...before,
      status: "inactive",
      version: before.version + 1,
      updatedAt: at,
      updatedBy: actor,
    };
    tellUpdated(ctx, before, after, tell);
    tellInstalled(ctx, "relationship.deleted", relationshipId, before.id, serverId, tell);
  }
}

function active(before: StoredCi, ctx: RequestContext, look: Look): StoredCi {
  return {
    ...before,
    status: "active",
    version: before.version + 1,
    updatedAt: look.now,
    updatedBy: actorName(ctx.actor),
  };
}

function tellUpdated(ctx: RequestContext, before: StoredCi, after: StoredCi, tell: Tell): void {
  tell(ctx, {
    kind: "ci.updated",
    subject: { kind: "ci", id: after.id },
    version: after.version,
    before: snapshot(before),
    after: snapshot(after),
  });
}

function tellInstalled(
  ctx: RequestContext,
  kind: "relationship.created" | "relationship.deleted",
  id: string,
  instanceId: string,
  serverId: string,
  tell: Tell,
): void {
  const state = { id, type: "Installed On", source_ci: instanceId, target_ci: serverId };
  const gone = kind === "relationship.deleted";
  tell(ctx, {
    kind,
    subject: { kind: "relationship", id },
    version: 1,
    before: gone ? state : null,
    after: gone ? null : state,
  });
}
