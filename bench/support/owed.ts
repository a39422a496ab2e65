import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "./bench.ts";

const POLL_MS = 100;
/** One kind of work makes the next: all is done once nothing has been owed for so long. */
const STILL_MS = 3_000;
const GIVE_UP_MS = 300_000;

/** What a tenant is owed, by kind. */
const OWED = `
  select (select count(*) from scans where tenant_id = $1 and status = 'running') as scans,
    (select count(*) from software_work where tenant_id = $1) as software,
    (select count(*) from software_mapping_versions where tenant_id = $1 and reapply_version > applied_version) as mappings,
    (select count(*) from event_waits where tenant_id = $1 and not searched)
      + (select count(*) from appeared_hosts where tenant_id = $1) as bindings,
    (select count(*) from incident_queue where tenant_id = $1) as incidents,
    (select count(*) from webhook_deliveries where tenant_id = $1 and status = 'pending') as webhooks,
    (select count(*) from reports where tenant_id = $1 and status = 'generating') as reports`;

const CHANGES = "MATCH (o:Outbox {tenant: $id}) WHERE o.id IS NOT NULL RETURN count(o) AS n";

export async function owedIn({ graph, postgres }: Bench, id: string): Promise<Record<string, number>> {
  const [[counts], [outbox]] = await Promise.all([
    postgres.query<Record<string, number>>(OWED, [id]),
    graph.raw(CHANGES, { id }),
  ]);
  return { ...counts, changes: outbox?.n as number };
}

/** Resolves once a tenant is owed nothing, with the moment when each kind was last owed, by `performance.now()`. */
export async function untilNothingIsOwed(bench: Bench, id: string): Promise<Record<string, number>> {
  const last: Record<string, number> = {};
  const began = performance.now();
  let owing = began;
  while (performance.now() - owing < STILL_MS) {
    const owed = await owedIn(bench, id);
    const now = performance.now();
    for (const [kind, count] of Object.entries(owed)) {
      if (count === 0) continue;
      last[kind] = now;
      owing = now;
    }
    if (now - began > GIVE_UP_MS) throw new Error(`still owed: ${JSON.stringify(owed)}`);
    await sleep(POLL_MS);
  }
  return last;
}
