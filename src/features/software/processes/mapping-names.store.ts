import { nameKey } from "../../../model/identifiers.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { SoftwareMapping } from "../mappings/mapping.model.ts";
import { MAPPING_COLUMNS } from "../mappings/mappings.store.ts";
import type { Finding } from "./process-names.model.ts";

/** A tenant's mapping with the source and confidence of its process names. */
export type NamedMapping = SoftwareMapping & { processConfidence: number | null };

export interface MappingCounts {
  source: string;
  family: string | null;
  total: number;
  named: number;
}

const HAS_NAMES =
  "cardinality(m.windows_processes) + cardinality(m.macos_processes) + cardinality(m.linux_processes) > 0";
/** Has no process names, and no person removed them. */
const LACKS_NAMES = `not (${HAS_NAMES}) and m.process_source is distinct from 'manual'`;
const NAMED_COLUMNS = `${MAPPING_COLUMNS}, m.process_confidence as "processConfidence"`;

/** Process names of the tenant's own mappings. */
export const mappingNamesStore = {
  async withoutNames(
    sql: Sql,
    tenantId: string,
    family: string | undefined,
    after: string,
    limit: number,
  ): Promise<SoftwareMapping[]> {
    return sql.query<SoftwareMapping>(
      `select ${MAPPING_COLUMNS} from software_mappings m
       where m.tenant_id = $1 and m.id > $2 and ($3::text is null or m.family = $3) and ${LACKS_NAMES}
       order by m.id limit $4`,
      [tenantId, after, family ?? null, limit],
    );
  },

  async countWithoutNames(sql: Sql, tenantId: string, family: string | undefined): Promise<number> {
    const [row] = await sql.query<{ total: number }>(
      `select count(*) as total from software_mappings m
       where m.tenant_id = $1 and ($2::text is null or m.family = $2) and ${LACKS_NAMES}`,
      [tenantId, family ?? null],
    );
    return row?.total ?? 0;
  },

  /** Active mappings with process names. */
  async withNames(sql: Sql, tenantId: string): Promise<NamedMapping[]> {
    return sql.query<NamedMapping>(
      `select ${NAMED_COLUMNS} from software_mappings m
       where m.tenant_id = $1 and m.status = 'active' and ${HAS_NAMES}`,
      [tenantId],
    );
  },

  /** Name keys of the software of active mappings with process names. */
  async softwareKeysWithNames(sql: Sql, tenantId: string): Promise<string[]> {
    const rows = await sql.query<{ name: string }>(
      `select distinct m.software_name as name from software_mappings m
       where m.tenant_id = $1 and m.status = 'active' and ${HAS_NAMES}`,
      [tenantId],
    );
    return [...new Set(rows.map(({ name }) => nameKey(name)))];
  },

  /** Writes findings to mappings that still have no names; returns these mappings as they were before. */
  async write(
    tx: Sql,
    tenantId: string,
    findings: readonly { id: string; finding: Finding }[],
    at: Date,
  ): Promise<SoftwareMapping[]> {
    if (findings.length === 0) return [];
    const ids = findings.map(({ id }) => id);
    const before = await tx.query<SoftwareMapping>(
      `select ${MAPPING_COLUMNS} from software_mappings m
       where m.tenant_id = $1 and m.id = any($2) and ${LACKS_NAMES} order by m.id for update`,
      [tenantId, ids],
    );
    const lacking = new Set(before.map(({ id }) => id));
    const rows = findings
      .filter(({ id }) => lacking.has(id))
      .map(({ id, finding: { names, services, processType, confidence, source } }) => ({
        id,
        windows: names.windows,
        macos: names.macos,
        linux: names.linux,
        services,
        type: processType,
        confidence,
        source,
      }));
    await tx.query(
      `update software_mappings m set windows_processes = r.windows, macos_processes = r.macos,
         linux_processes = r.linux, process_source = r.source, process_confidence = r.confidence,
         windows_services = case when cardinality(m.windows_services) = 0 then r.services else m.windows_services end,
         process_type = case when m.source = 'pending' then r.type else m.process_type end,
         version = m.version + 1, updated_at = $3
       from jsonb_to_recordset($2::jsonb)
         as r(id text, windows text[], macos text[], linux text[], services text[], type text, confidence real, source text)
       where m.tenant_id = $1 and m.id = r.id`,
      [tenantId, JSON.stringify(rows), at],
    );
    return before;
  },

  /** Numbers of mappings by source and family. */
  async counts(sql: Sql, tenantId: string): Promise<MappingCounts[]> {
    return sql.query<MappingCounts>(
      `select m.source, m.family, count(*) as total, count(*) filter (where ${HAS_NAMES}) as named
       from software_mappings m where m.tenant_id = $1 group by m.source, m.family`,
      [tenantId],
    );
  },
};
