import { searchTerms } from "../../../model/search-text.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { MappingStatus, SoftwareMapping } from "./mapping.model.ts";
import { MAPPING_COLUMNS } from "./mappings.store.ts";

/** Columns that a list can be ordered by; the id breaks ties. */
const ORDERED_BY = {
  instanceName: { column: "m.name_key", type: `text collate "C"` },
  createdAt: { column: "m.created_at", type: "timestamptz" },
  updatedAt: { column: "m.updated_at", type: "timestamptz" },
} as const;

export type MappingColumn = keyof typeof ORDERED_BY;

export interface MappingFilter {
  status?: MappingStatus | undefined;
  source?: string | undefined;
  family?: string | undefined;
  processType?: string | undefined;
  /** Words; name, software, vendor and patterns together must contain all of them. */
  search?: string | undefined;
}

/** A mapping's position in an order. */
export interface MappingPlace {
  value: string | Date;
  id: string;
}

export interface MappingWindow {
  column: MappingColumn;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: MappingPlace | undefined;
  /** The first built-in mappings in this order, as many as the window may show. */
  builtIn: readonly MappingPlace[];
}

/** A mapping of the tenant, or the id of a built-in one with the tenant's usage count. */
export type ListedRow = (SoftwareMapping | { [name in Exclude<keyof SoftwareMapping, "id">]: null }) & {
  id: string;
  builtInUsage: number | null;
};

/** SQL conditions on the tenant's own mappings; `$1` is the tenant's id. */
function conditions({ status, source, family, processType, search }: MappingFilter, values: unknown[]): string[] {
  const found = ["m.tenant_id = $1"];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    found.push(condition(`$${values.length}`));
  };
  add(status, (place) => `m.status = ${place}`);
  add(source, (place) => `m.source = ${place}`);
  add(family, (place) => `m.family = ${place}`);
  add(processType, (place) => `m.process_type = ${place}`);
  const words = search === undefined ? undefined : searchTerms(search).map((word) => `%${word}%`);
  if (words && words.length > 0) add(words, (place) => `m.search_text like all(${place}::text[])`);
  return found;
}

/** Lists that merge the tenant's own mappings with the built-in ones. */
export const mappingListStore = {
  async window(sql: Sql, tenantId: string, filter: MappingFilter, window: MappingWindow): Promise<ListedRow[]> {
    const { column: name, order, limit, offset, after, builtIn } = window;
    const { column, type } = ORDERED_BY[name];
    const values: unknown[] = [tenantId];
    const put = (value: unknown) => `$${values.push(value)}`;
    const where = conditions(filter, values);
    if (after) {
      const sign = order === "asc" ? ">" : "<";
      where.push(`(${column}, m.id) ${sign} (${put(after.value)}::${type}, ${put(after.id)})`);
    }
    const most = put(offset + limit);
    const ids = put(builtIn.map(({ id }) => id));
    const keys = put(builtIn.map(({ value }) => (value instanceof Date ? value.toISOString() : value)));
    return sql.query<ListedRow>(
      `with page as (
         select id, key from (
           (select m.id, ${column} as key from software_mappings m where ${where.join(" and ")}
            order by ${column} ${order}, m.id ${order} limit ${most})
           union all
           select b.id collate "C", b.key::${type} from unnest(${ids}::text[], ${keys}::text[]) as b(id, key)) both_parts
         order by key ${order}, id ${order} offset ${put(offset)} limit ${put(limit)})
       select ${MAPPING_COLUMNS}, u.usage_count as "builtInUsage", page.id
       from page left join software_mappings m on m.tenant_id = $1 and m.id = page.id
       left join software_mapping_usage u on u.tenant_id = $1 and u.mapping_id = page.id
       order by page.key ${order}, page.id ${order}`,
      values,
    );
  },

  /** Number of the tenant's own mappings that match the filter. */
  async count(sql: Sql, tenantId: string, filter: MappingFilter): Promise<number> {
    const values: unknown[] = [tenantId];
    const where = conditions(filter, values).join(" and ");
    const rows = await sql.query<{ total: number }>(
      `select count(*) as total from software_mappings m where ${where}`,
      values,
    );
    return rows[0]?.total ?? 0;
  },
};
