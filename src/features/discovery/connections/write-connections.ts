import { actorName, type RequestContext } from "../../../context.ts";
import { parseFields } from "../../../model/fields.ts";
import { mustGet } from "../../../model/must-get.ts";
import { by } from "../../../model/order.ts";
import { briefSnapshot } from "../../../model/relationships.ts";
import type { GraphTx } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Publish } from "../../../platform/jobs/outbox.ts";
import type { Fields } from "../../ci/index.ts";
import { connectedToKey } from "../../relationships/index.ts";
import { type ConnectionRow, scanGraph } from "../graph.store.ts";
import type { Observation } from "../hosts/server-state.ts";
import type { ConnectedHost, ConnectionPlan, KnownConnection, NewConnection } from "./connection-plan.ts";

/** Writes a plan and publishes its changes. Answers the ids of the CIs whose report changed a connection. */
export async function writeConnections(
  tx: GraphTx,
  ctx: RequestContext,
  plan: ConnectionPlan,
  hosts: ReadonlyMap<string, ConnectedHost>,
  publish: Publish,
): Promise<Set<string>> {
  const changed = new Set<string>();
  await scanGraph.disconnect(tx, ctx.tenantId, plan.remove.map(({ row }) => row.id).sort());
  for (const { row, reporter } of plan.remove) {
    changed.add(reporter);
    publish(ctx, {
      ...subjectOf(row.id),
      kind: "relationship.deleted",
      version: row.version + 1,
      before: snapshotOf(row),
      after: null,
    });
  }
  const updates = plan.known.flatMap((known) => updateOf(ctx, known, hosts, changed, publish));
  await scanGraph.updateConnections(tx, ctx.tenantId, updates.sort(by(({ id }) => id)));
  const items = plan.create.map((connection) => {
    const properties = propertiesOf(ctx, connection, mustGet(hosts, connection.reporter).observation);
    return { source: connection.source, target: connection.target, properties, reporter: connection.reporter };
  });
  const written = await scanGraph.connect(
    tx,
    ctx.tenantId,
    items.sort(by(({ source, target }) => source + target)).map(({ reporter: _, ...item }) => item),
  );
  const createdIds = new Set(written.flatMap((row) => (row.created ? [row.id] : [])));
  for (const { source, target, properties, reporter } of items) {
    changed.add(reporter);
    if (!createdIds.has(properties.id)) continue;
    const after = { id: properties.id, sourceId: source, targetId: target, attributes: String(properties.attributes) };
    publish(ctx, {
      ...subjectOf(properties.id),
      kind: "relationship.created",
      version: 1,
      before: null,
      after: snapshotOf(after),
    });
  }
  return changed;
}

/** The changed properties of a stored connection; empty where nothing changes. */
function updateOf(
  ctx: RequestContext,
  { row, reporter, change, sourceProcess, targetProcess, observer }: KnownConnection,
  hosts: ReadonlyMap<string, ConnectedHost>,
  changed: Set<string>,
  publish: Publish,
): { id: string; properties: Fields }[] {
  const { observation, collectedBefore } = mustGet(hosts, reporter);
  const properties: Fields = {};
  if (change === "missing") {
    const last = [row.lastSeen, collectedBefore]
      .filter((at) => at != null)
      .sort()
      .at(-1);
    Object.assign(properties, { missingSince: observation.observedAt, lastSeen: last ?? null });
  } else {
    if (row.missingSince !== null) Object.assign(properties, { missingSince: null, lastSeen: observation.observedAt });
    if ((row.observer ?? "source") !== observer) properties.observer = observer;
  }
  if (sourceProcess !== undefined || targetProcess !== undefined) {
    Object.assign(properties, processChanges(ctx.tenantId, row, sourceProcess, targetProcess), {
      updatedAt: observation.now,
    });
    const after = { ...row, attributes: String(properties.attributes) };
    const version = row.version + 1;
    properties.version = version;
    publish(ctx, {
      ...subjectOf(row.id),
      kind: "relationship.updated",
      version,
      before: snapshotOf(row),
      after: snapshotOf(after),
    });
  }
  if (Object.keys(properties).length === 0) return [];
  changed.add(reporter);
  return [{ id: row.id, properties }];
}

/** The properties that change when processes of a connection become known. */
function processChanges(
  tenantId: string,
  row: ConnectionRow,
  sourceProcess: string | undefined,
  targetProcess: string | undefined,
): Fields {
  const attributes = parseFields(row.attributes);
  const properties: Fields = {};
  if (sourceProcess !== undefined) {
    attributes.source_process = sourceProcess;
    properties.sourceProcess = sourceProcess;
    properties.key = connectedToKey(tenantId, row.sourceId, row.targetId, { ...row, sourceProcess });
  }
  if (targetProcess !== undefined) {
    attributes.target_process = targetProcess;
    properties.targetProcess = targetProcess;
    properties.foundTargetProcess = targetProcess;
  }
  return { ...properties, attributes: JSON.stringify(attributes) };
}

/** Properties of a `Connected To` that a scan creates. */
function propertiesOf(
  { tenantId }: RequestContext,
  { source, target, protocol, port, sourceProcess, targetProcess, observer }: NewConnection,
  observation: Observation,
): Fields & { id: string } {
  const key = connectedToKey(tenantId, source, target, { protocol, port, sourceProcess });
  const attributes: Fields = { port, protocol };
  if (sourceProcess) attributes.source_process = sourceProcess;
  if (targetProcess) attributes.target_process = targetProcess;
  return {
    id: derivedId("connected_to", key),
    key,
    attributes: JSON.stringify(attributes),
    port,
    protocol,
    sourceProcess,
    targetProcess,
    foundTargetProcess: targetProcess,
    observer,
    discoveredBy: `scan:${observation.scannerId}`,
    version: 1,
    firstSeen: observation.observedAt,
    lastSeen: observation.observedAt,
    createdAt: observation.now,
    createdBy: actorName(observation.ctx.actor),
    updatedAt: observation.now,
  };
}

function subjectOf(id: string) {
  return { subject: { kind: "relationship" as const, id } };
}

function snapshotOf(row: Pick<ConnectionRow, "id" | "sourceId" | "targetId" | "attributes">) {
  return briefSnapshot({ ...row, graphType: "CONNECTED_TO", source: row.sourceId, target: row.targetId });
}
