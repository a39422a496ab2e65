import { type CiChange, isCiChange, savedCi } from "../../model/changes.ts";
import { identifiersOf } from "../../model/identifiers.ts";
import type { Change, ChangeConsumer, GraphChange } from "../../platform/jobs/changes.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { answeredBy, type Wait } from "./host-binding.ts";
import { BIND_EVENTS } from "./job-refs.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { waitsStore } from "./waits.store.ts";

/** Names and addresses of one job. */
const MAX_WAITS = 1_000;

/** Follows changes of CIs: which are under maintenance, and which appear under a name that events wait for. */
export function createCiWatch(deps: { jobs: SendJobs }): ChangeConsumer<GraphChange> {
  return async (tx, tenantId, changes) => {
    const ofCis = changes.filter(isCiChange);
    if (ofCis.length === 0) return;
    await followMaintenance(tx, tenantId, ofCis);
    // Asked first: to work out by what thousands of scanned CIs are found costs more.
    if (!(await waitsStore.any(tx, tenantId))) return;
    const waits = [...new Map(ofCis.flatMap(appearedAs).map((wait) => [`${wait.kind} ${wait.value}`, wait])).values()];
    for (let start = 0; start < waits.length; start += MAX_WAITS) {
      const some = waits.slice(start, start + MAX_WAITS);
      if (!(await waitsStore.anyWaits(tx, tenantId, some))) continue;
      await deps.jobs.send(BIND_EVENTS, { tenantId, waits: some }, { tx });
    }
  };
}

async function followMaintenance(tx: Sql, tenantId: string, changes: readonly Change<CiChange>[]): Promise<void> {
  const standings = changes.flatMap((change) => {
    if (change.kind === "ci.clone_detected") return [];
    const { subject, version, before, after } = change;
    const active = after?.status === "maintenance";
    const keep = active || before?.status === "maintenance";
    return keep ? [{ id: subject.id, version, active, keep }] : [];
  });
  if (standings.length > 0) await maintenanceStore.noteMaintenance(tx, tenantId, standings);
}

/** What events may wait for that this CI, in use, is found by. */
function appearedAs(change: Change<CiChange>): Wait[] {
  const ci = savedCi(change);
  if (!ci || ci.status === "inactive" || ci.type === "software_instance") return [];
  return answeredBy(identifiersOf({ ...ci, customFields: ci.custom_fields }));
}
