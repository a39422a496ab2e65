import { savedCi } from "../../../model/changes.ts";
import { isEqualJson } from "../../../model/merge-patch.ts";
import type { Change, ChangeConsumer, GraphChange } from "../../../platform/jobs/changes.ts";
import { workStore } from "./work.store.ts";

/**
 * Queues programs and servers of which something changed that matching or reach depends on, in the transaction that delivers
 * the change.
 */
export const consumeChanges: ChangeConsumer<GraphChange> = async (tx, tenantId, changes) => {
  const instances = changes.flatMap(instancesOf);
  const hosts = changes.flatMap(hostsOf);
  await workStore.addWork(tx, tenantId, instances);
  await workStore.addHosts(tx, tenantId, hosts);
  if (changes.some(concernsReach)) await workStore.markReachStale(tx, tenantId);
};

function instancesOf(change: Change<GraphChange>): string[] {
  if (change.kind === "relationship.created" || change.kind === "relationship.deleted") {
    const link = change.after ?? change.before;
    return link.type === "Installed On" ? [link.source_ci] : [];
  }
  const ci = savedCi(change) ?? (change.kind === "ci.deleted" ? change.before : undefined);
  if (ci?.type !== "software_instance") return [];
  if (change.kind === "ci.updated" && isAlike(change.before, change.after)) return [];
  return [ci.id];
}

type Updated = Extract<GraphChange, { kind: "ci.updated" }>;

const OF_INSTANCE = ["cpe", "version", "platform", "software_id"];

/** Whether two states of a program are the same to matching. */
function isAlike(before: Updated["before"], after: Updated["after"]): boolean {
  return (
    before.type === after.type &&
    before.name === after.name &&
    before.status === after.status &&
    OF_INSTANCE.every((key) => isEqualJson(before.attributes[key], after.attributes[key]))
  );
}

const OF_HOST = ["os", "open_ports", "all_ip_addresses", "ip_address"];

/** Ids of CIs that may be servers of programs. */
function hostsOf(change: Change<GraphChange>): string[] {
  if (change.kind === "ci.deleted" || change.kind === "ci.restored") return [change.subject.id];
  if (change.kind !== "ci.updated" || change.after.type === "software_instance") return [];
  const { before, after } = change;
  const isSame = OF_HOST.every(
    (key) =>
      isEqualJson(before.custom_fields[key], after.custom_fields[key]) &&
      isEqualJson(before.attributes[key], after.attributes[key]),
  );
  return isSame && before.name === after.name ? [] : [after.id];
}

/** Whether a service may need other CIs than before. */
function concernsReach(change: Change<GraphChange>): boolean {
  if (change.subject.kind === "relationship" || change.subject.kind === "relationship_type") return true;
  if (change.kind === "ci.updated") return change.before.status !== change.after.status;
  return change.kind === "ci.deleted" || change.kind === "ci.restored";
}
