import { type CiChange, isCiChange, savedCi } from "../../model/changes.ts";
import { identifiersOf } from "../../model/identifiers.ts";
import type { Change, ChangeConsumer, GraphChange } from "../../platform/jobs/changes.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { appearedStore } from "./appeared.store.ts";
import { type HostKey, hostKeysOfIdentifiers } from "./host-binding.ts";
import { BIND_EVENTS } from "./job-refs.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { waitsStore } from "./waits.store.ts";

/** Host keys (names and addresses) per statement. */
const MAX_KEYS = 1_000;

/**
 * Records which CIs are under maintenance, and the host keys of waiting events under which CIs appear: the graph is to be
 * searched for these events.
 */
export function createCiConsumer(deps: { jobs: SendJobs }): ChangeConsumer<GraphChange> {
  return async (tx, tenantId, changes) => {
    const ciChanges = changes.filter(isCiChange);
    if (ciChanges.length === 0) return;
    await recordMaintenance(tx, tenantId, ciChanges);
    // Checked first: computing the host keys of thousands of scanned CIs costs more than this query.
    if (!(await waitsStore.hasWaiting(tx, tenantId))) return;
    const keys = [...new Map(ciChanges.flatMap(hostKeysOfCi).map((key) => [`${key.kind} ${key.value}`, key])).values()];
    let appeared = 0;
    for (let start = 0; start < keys.length; start += MAX_KEYS) {
      appeared += await appearedStore.record(tx, tenantId, keys.slice(start, start + MAX_KEYS));
    }
    if (appeared > 0) await deps.jobs.send(BIND_EVENTS, { tenantId }, { tx });
  };
}

async function recordMaintenance(tx: Sql, tenantId: string, changes: readonly Change<CiChange>[]): Promise<void> {
  const statuses = changes.flatMap((change) => {
    if (change.kind === "ci.clone_detected") return [];
    const { subject, version, before, after } = change;
    const active = after?.status === "maintenance";
    const upsert = active || before?.status === "maintenance";
    return upsert ? [{ id: subject.id, version, active, upsert }] : [];
  });
  if (statuses.length > 0) await maintenanceStore.recordMaintenance(tx, tenantId, statuses);
}

/** Host keys under which events find this CI; none for a software instance, and for an inactive or deleted CI. */
function hostKeysOfCi(change: Change<CiChange>): HostKey[] {
  const ci = savedCi(change);
  if (!ci || ci.status === "inactive" || ci.type === "software_instance") return [];
  return hostKeysOfIdentifiers(identifiersOf({ ...ci, customFields: ci.custom_fields }));
}
