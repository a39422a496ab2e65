import type { Sql } from "../../../platform/postgres/postgres.ts";
import {
  type MappingContent,
  nameKeyOf,
  normalizedKeyOf,
  type SoftwareMapping,
  searchTextOf,
} from "./mapping.model.ts";

/** Postgres channel for changes of mappings; the payload is the tenant's id. */
export const MAPPINGS_CHANNEL = "orrery_software_mappings";
/** Unique index: one active mapping per name. */
export const ACTIVE_NAME_INDEX = "software_mappings_active";

const COLUMNS = `m.id, m.instance_name as "instanceName", m.normalized_name as "normalizedName",
  m.instance_patterns as "patterns", json_build_object('name', m.software_name, 'vendor', m.software_vendor) as software,
  m.family, json_build_object('windows', m.windows_processes, 'macos', m.macos_processes, 'linux', m.linux_processes)
    as "processNames", m.windows_services as "windowsServices", m.process_type as "processType", m.status, m.source,
  m.process_source as "processSource",
  m.confidence, m.usage_count as "usageCount", m.last_verified as "lastVerified", m.notes, m.created_at as "createdAt",
  m.updated_at as "updatedAt", m.version`;

/** Name and type of each column that `upsert` writes. */
const WRITTEN = {
  instance_name: "text",
  name_key: "text",
  normalized_name: "text",
  normalized_key: "text",
  instance_patterns: "text[]",
  software_name: "text",
  software_vendor: "text",
  family: "text",
  windows_processes: "text[]",
  macos_processes: "text[]",
  linux_processes: "text[]",
  windows_services: "text[]",
  process_type: "text",
  status: "text",
  source: "text",
  confidence: "smallint",
  last_verified: "timestamptz",
  notes: "text",
  search_text: "text",
  version: "bigint",
  updated_at: "timestamptz",
} as const;
const WRITTEN_COLUMNS = Object.keys(WRITTEN).join(", ");
const TYPED_COLUMNS = Object.entries(WRITTEN)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ");
const REPLACED_COLUMNS = Object.keys(WRITTEN)
  .map((name) => `${name} = excluded.${name}`)
  .join(", ");

/** Writing different process names makes their source `manual`. */
const PROCESS_COLUMNS = ["windows_processes", "macos_processes", "linux_processes", "windows_services"];
const rowOf = (table: string) => `(${PROCESS_COLUMNS.map((name) => `${table}.${name}`).join(", ")})`;
const PROCESS_SOURCE = `process_source = case when ${rowOf("excluded")} is distinct from ${rowOf("software_mappings")}
  then 'manual' else software_mappings.process_source end`;

/** A mapping as it is written; `counts.store.ts` writes the usage count. */
export type WrittenMapping = Omit<SoftwareMapping, "usageCount" | "processSource">;

function toRow(mapping: WrittenMapping): Record<string, unknown> {
  const { instanceName, normalizedName, software, processNames } = mapping;
  return {
    id: mapping.id,
    instance_name: instanceName,
    name_key: nameKeyOf(instanceName),
    normalized_name: normalizedName,
    normalized_key: normalizedKeyOf(normalizedName),
    instance_patterns: mapping.patterns,
    software_name: software.name,
    software_vendor: software.vendor,
    family: mapping.family,
    windows_processes: processNames.windows,
    macos_processes: processNames.macos,
    linux_processes: processNames.linux,
    windows_services: mapping.windowsServices,
    process_type: mapping.processType,
    status: mapping.status,
    source: mapping.source,
    confidence: mapping.confidence,
    last_verified: mapping.lastVerified,
    notes: mapping.notes,
    search_text: searchTextOf(mapping satisfies MappingContent),
    version: mapping.version,
    created_at: mapping.createdAt,
    updated_at: mapping.updatedAt,
  };
}

/** Queries that read and write single mappings. */
export const mappingsStore = {
  /**
   * Increments the version of the tenant's mappings: other writers wait, and the commit notifies all processes. Instances
   * are then owed the mappings, unless the write does not `concernInstances`.
   */
  async beginWrite(tx: Sql, tenantId: string, { concernInstances = true } = {}): Promise<void> {
    await tx.query(
      `with begun as (
         insert into software_mapping_versions as v (tenant_id, version, reapply_version)
         select id, 1, case when $3 then 1 else 0 end from tenants where id = $1
         on conflict (tenant_id) do update set version = v.version + 1,
           reapply_version = case when $3 then v.version + 1 else v.reapply_version end,
           changed_at = case when $3 then clock_timestamp() else v.changed_at end
         returning tenant_id)
       select pg_notify($2, tenant_id) from begun`,
      [tenantId, MAPPINGS_CHANNEL, concernInstances],
    );
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<SoftwareMapping | undefined> {
    const rows = await sql.query<SoftwareMapping>(
      `select ${COLUMNS} from software_mappings m where m.tenant_id = $1 and m.id = $2`,
      [tenantId, id],
    );
    return rows[0];
  },

  /**
   * Mappings with any of these ids or name keys (see `nameKeyOf`), or without a name and with any of these patterns.
   */
  async findAny(
    sql: Sql,
    tenantId: string,
    ids: readonly string[],
    nameKeys: readonly string[],
    patterns: readonly string[],
  ): Promise<SoftwareMapping[]> {
    return sql.query<SoftwareMapping>(
      `select ${COLUMNS} from software_mappings m
       where m.tenant_id = $1 and (m.id = any($2) or m.name_key = any($3)
         or (m.name_key = '' and m.instance_patterns && $4::text[]))
       order by m.created_at, m.id`,
      [tenantId, ids, nameKeys, patterns],
    );
  },

  /** The ids that the tenant's own mappings have. */
  async existingIds(sql: Sql, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await sql.query<{ id: string }>(
      "select id from software_mappings where tenant_id = $1 and id = any($2::text[])",
      [tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  },

  /** Mappings with any of these normalised keys (see `normalizedKeyOf`). */
  async findByNormalizedKeys(sql: Sql, tenantId: string, keys: readonly string[]): Promise<SoftwareMapping[]> {
    return sql.query<SoftwareMapping>(
      `select ${COLUMNS} from software_mappings m
       where m.tenant_id = $1 and m.normalized_key = any($2) order by m.created_at, m.id`,
      [tenantId, keys],
    );
  },

  /**
   * Inserts or replaces. Rejects with a unique violation of ACTIVE_NAME_INDEX if another mapping of the name is active.
   */
  async upsert(tx: Sql, tenantId: string, mappings: readonly WrittenMapping[]): Promise<void> {
    await tx.query(
      `insert into software_mappings (tenant_id, id, created_at, ${WRITTEN_COLUMNS})
       select $1, id, created_at, ${WRITTEN_COLUMNS} from jsonb_to_recordset($2::jsonb) as r(id text, created_at timestamptz, ${TYPED_COLUMNS})
       on conflict (tenant_id, id) do update set ${REPLACED_COLUMNS}, ${PROCESS_SOURCE}`,
      [tenantId, JSON.stringify(mappings.map(toRow))],
    );
  },

  async remove(tx: Sql, tenantId: string, id: string): Promise<void> {
    await tx.query("delete from software_mappings where tenant_id = $1 and id = $2", [tenantId, id]);
  },

  async active(sql: Sql, tenantId: string): Promise<SoftwareMapping[]> {
    return sql.query<SoftwareMapping>(
      `select ${COLUMNS} from software_mappings m where m.tenant_id = $1 and m.status = 'active'`,
      [tenantId],
    );
  },

  /** Versions by tenant id; tenants that never had mappings are absent. */
  async versions(sql: Sql, tenantIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await sql.query<{ tenantId: string; version: number }>(
      `select tenant_id as "tenantId", version from software_mapping_versions where tenant_id = any($1)`,
      [tenantIds],
    );
    return new Map(rows.map(({ tenantId, version }) => [tenantId, version]));
  },

  /** How often the tenant used a built-in mapping. */
  async builtInUsage(sql: Sql, tenantId: string, id: string): Promise<number> {
    const rows = await sql.query<{ usage: number }>(
      "select usage_count as usage from software_mapping_usage where tenant_id = $1 and mapping_id = $2",
      [tenantId, id],
    );
    return rows[0]?.usage ?? 0;
  },

  /** Up to `limit` of the tenant's own mappings in the order of their ids, behind `after`. */
  async batch(
    sql: Sql,
    tenantId: string,
    filter: ExportFilter,
    after: string,
    limit: number,
  ): Promise<SoftwareMapping[]> {
    const { status = null, source = null, family = null, processType = null } = filter;
    return sql.query<SoftwareMapping>(
      `select ${COLUMNS} from software_mappings m
       where m.tenant_id = $1 and m.id > $2 and ($3::text is null or m.status = $3) and ($4::text is null or m.source = $4)
         and ($5::text is null or m.family = $5) and ($6::text is null or m.process_type = $6)
       order by m.id limit $7`,
      [tenantId, after, status, source, family, processType, limit],
    );
  },
};

export interface ExportFilter {
  status?: string | undefined;
  source?: string | undefined;
  family?: string | undefined;
  processType?: string | undefined;
}

export { COLUMNS as MAPPING_COLUMNS };
