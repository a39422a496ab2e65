import { type Estate, type Link, writeEstate } from "../../test/features/change-risk/assess/support.ts";
import type { Bench } from "./bench.ts";
import { seedEvents } from "./seed-events.ts";

/** How many CIs of each kind; `changed` hosts carry the `affected` CIs and, through them, the services. */
export interface EstateSize {
  cis: number;
  affected: number;
  services: number;
  changed: number;
  events: number;
}

/** Writes an estate with a year of events on its CIs; returns the names of its CIs, which are their ids, hosts first. */
export async function seedChangeEstate(bench: Bench, tenantId: string, size: EstateSize): Promise<string[]> {
  const estate = estateOf(size);
  await writeEstate(bench.graph, tenantId, estate);
  const names = estate.cis.map(({ name }) => name);
  await seedEvents(bench.postgres, tenantId, names, size.events);
  await bench.postgres.query(
    `insert into open_alarms (tenant_id, ci_id, event_id)
     select k.tenant_id, k.ci_id, k.event_id from event_cis k
     join events e on e.id = k.event_id and e.tenant_id = k.tenant_id and e.status <> 'resolved' where k.tenant_id = $1`,
    [tenantId],
  );
  await bench.postgres.query("vacuum (analyze) open_alarms");
  return names;
}

/** Changed CIs first; what they carry in three levels of a fan, then CIs of others, each needing one before it. */
function estateOf({ cis, affected, services, changed }: EstateSize): Pick<Estate, "cis" | "links"> {
  const all: Estate["cis"] = [];
  const links: Link[] = [];
  for (let i = 0; i < changed; i++) all.push({ name: `host${i}` });
  for (let i = 0; i < affected; i++) {
    const name = `app${i}`;
    all.push({ name, type: "application", users: i });
    const below = i < 60 ? [`host${i % changed}`] : [`app${(i - 60) >> 2}`, `app${((i - 60) >> 2) + 1}`];
    for (const target of below)
      links.push({ source: name, target, redundancyGroup: i % 10 === 0 && i >= 60 ? "pair" : null });
  }
  for (let i = 0; i < services; i++) {
    all.push({ name: `service${i}`, type: "business_service", criticality: "high", users: 100 * i });
    for (let k = 0; k < 5; k++)
      links.push({ source: `app${affected - 1 - 5 * i - k}`, target: `service${i}`, kind: "PART_OF" });
  }
  for (let i = all.length; i < cis; i++) {
    all.push({ name: `other${i}` });
    if (i % 20 > 0)
      links.push({ source: `other${i}`, target: i % 20 === 1 ? `other${i - 1}` : `other${i - 1 - (i % 2)}` });
  }
  const known = new Set(all.map(({ name }) => name));
  return { cis: all, links: links.filter(({ source, target }) => known.has(source) && known.has(target)) };
}
