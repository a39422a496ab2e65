import { identifiersOf } from "../../model/identifiers.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { NewsEntry } from "../../platform/jobs/outbox.ts";
import type { NewsSink } from "../../platform/jobs/relay.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import { type Fields, isObject } from "../ci/index.ts";
import { answeredBy, type Wait } from "./host-binding.ts";
import { BIND_EVENTS } from "./job-refs.ts";
import { maintenanceStore } from "./maintenance.store.ts";
import { waitsStore } from "./waits.store.ts";

const APPEARING = new Set(["ci.created", "ci.updated", "ci.restored"]);
/** Names and addresses of one job. */
const MAX_WAITS = 1_000;

/** Follows the news of CIs: which are under maintenance, and which appear under a name that events wait for. */
export function createCiWatch(deps: { jobs: SendJobs }): NewsSink {
  return async (tx, tenantId, entries) => {
    const ofCis = entries.filter(({ subject }) => subject.kind === "ci");
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

async function followMaintenance(tx: Sql, tenantId: string, entries: readonly NewsEntry[]): Promise<void> {
  const standings = entries.flatMap(({ kind, subject, version, before, after }) => {
    const active = statusIn(after) === "maintenance" && kind !== "ci.deleted";
    const keep = active || statusIn(before) === "maintenance";
    return keep ? [{ id: subject.id, version, active, keep }] : [];
  });
  if (standings.length > 0) await maintenanceStore.noteMaintenance(tx, tenantId, standings);
}

function statusIn(state: unknown): unknown {
  return isObject(state) ? state.status : undefined;
}

/** What events may wait for that this CI, in use, is found by. */
function appearedAs({ kind, after }: NewsEntry): Wait[] {
  if (!APPEARING.has(kind) || !isObject(after) || after.status === "inactive") return [];
  const { type, name, attributes, custom_fields } = after;
  if (typeof type !== "string" || typeof name !== "string" || type === "software_instance") return [];
  const ci = { type, name, attributes: attributes as Fields, customFields: custom_fields as Fields };
  return answeredBy(identifiersOf(ci));
}
