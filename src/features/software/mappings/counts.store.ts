import type { Sql } from "../../../platform/postgres/postgres.ts";

/** Id of a mapping, and how often it was used. */
type Usage = readonly [id: string, times: number];

/** A pending mapping for an unmatched name; keys as in mapping.model.ts. */
export interface Proposal {
  id: string;
  name: string;
  nameKey: string;
  normalizedName: string;
  normalizedKey: string;
  vendor: string | null;
  searchText: string;
}

/** Bulk writes of ingestion. */
export const countsStore = {
  /** Locks rows in the order of their ids, so that two processes never deadlock. */
  async addUsage(sql: Sql, tenantId: string, own: readonly Usage[], builtIn: readonly Usage[]): Promise<void> {
    const values = [own, builtIn].flatMap((noted) => [noted.map(([id]) => id), noted.map(([, times]) => times)]);
    await sql.query(
      `with held as (select m.id, n.times from software_mappings m
                join unnest($2::text[], $3::bigint[]) as n(id, times) on n.id = m.id
                where m.tenant_id = $1 order by m.id for no key update of m),
       counted as (update software_mappings m set usage_count = m.usage_count + h.times from held h
                   where m.tenant_id = $1 and m.id = h.id)
       insert into software_mapping_usage as u (tenant_id, mapping_id, usage_count)
       select t.id, b.id, b.times from unnest($4::text[], $5::bigint[]) as b(id, times)
       join tenants t on t.id = $1 order by b.id
       on conflict (tenant_id, mapping_id) do update set usage_count = u.usage_count + excluded.usage_count`,
      [tenantId, ...values],
    );
  },

  /** Creates the proposals whose normalised name no mapping of the tenant has. Proposals must be sorted by it. */
  async propose(sql: Sql, tenantId: string, proposals: readonly Proposal[], at: Date): Promise<void> {
    const column = (name: keyof Proposal) => proposals.map((proposal) => proposal[name]);
    await sql.query(
      `insert into software_mappings (tenant_id, id, instance_name, name_key, normalized_name, normalized_key,
         instance_patterns, software_name, software_vendor, windows_processes, macos_processes, linux_processes,
         windows_services, process_type, status, source, confidence, search_text, proposed_key, created_at, updated_at)
       select t.id, p.id, p.name, p.name_key, p.normalized, p.key, '{}', p.normalized, p.vendor, '{}', '{}', '{}', '{}',
         'application', 'pending', 'pending', 0, p.search, p.key, $2, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         with ordinality as p(id, name, name_key, normalized, key, vendor, search, place)
       join tenants t on t.id = $1
       where not exists (select from software_mappings m where m.tenant_id = $1 and m.normalized_key = p.key)
       order by p.place
       on conflict do nothing`,
      [
        tenantId,
        at,
        column("id"),
        column("name"),
        column("nameKey"),
        column("normalizedName"),
        column("normalizedKey"),
        column("vendor"),
        column("searchText"),
      ],
    );
  },
};
