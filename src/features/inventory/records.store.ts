import { deleteInBatches } from "../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../platform/postgres/postgres.ts";
import type { Fields } from "../ci/index.ts";
import type { HostRecords, InventoryRecord, RecordKind, RecordPage, RecordPageInput } from "./inventory.model.ts";

const CHUNK = 5_000;

/**
 * Replaces, per host and kind, the records of an older collection. A kind with a newer stored collection stays unchanged.
 * Constant number of statements for up to CHUNK records.
 */
export async function replaceRecords(tx: Sql, tenantId: string, collections: HostRecords[]): Promise<void> {
  const kinds = collections.flatMap((host) => host.kinds.map((kind) => ({ ...host, kind })));
  if (kinds.length === 0) return;
  const claimed = await tx.query<{ ci_id: string; kind: string }>(
    `insert into collections as c (tenant_id, ci_id, kind, scanner_id, collected_at)
     select $1, k.ci_id, k.kind, k.scanner_id, k.collected_at
     from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as k (ci_id, kind, scanner_id, collected_at)
     order by k.ci_id, k.kind
     on conflict (tenant_id, ci_id, kind) do update
       set scanner_id = excluded.scanner_id, collected_at = excluded.collected_at
       where c.collected_at <= excluded.collected_at
     returning ci_id, kind`,
    [
      tenantId,
      kinds.map((entry) => entry.ciId),
      kinds.map((entry) => entry.kind),
      kinds.map((entry) => entry.scannerId),
      kinds.map((entry) => entry.collectedAt),
    ],
  );
  const newest = new Set(claimed.map((row) => `${row.ci_id} ${row.kind}`));
  const rows = collections.flatMap((host) =>
    host.records
      .filter((record) => newest.has(`${host.ciId} ${record.kind}`))
      .map((record) => ({ ...record, ciId: host.ciId, collectedAt: host.collectedAt })),
  );
  await tx.query(
    `delete from inventory_records r
     using unnest($2::text[], $3::text[]) as k (ci_id, kind)
     where r.tenant_id = $1 and r.ci_id = k.ci_id and r.kind = k.kind
       and not exists (
         select 1 from unnest($4::text[], $5::text[], $6::text[]) as kept (ci_id, kind, key)
         where kept.ci_id = r.ci_id and kept.kind = r.kind and kept.key = r.key)`,
    [
      tenantId,
      claimed.map((row) => row.ci_id),
      claimed.map((row) => row.kind),
      rows.map((row) => row.ciId),
      rows.map((row) => row.kind),
      rows.map((row) => row.key),
    ],
  );
  for (let start = 0; start < rows.length; start += CHUNK) {
    await insertRecords(tx, tenantId, rows.slice(start, start + CHUNK));
  }
}

async function insertRecords(
  tx: Sql,
  tenantId: string,
  rows: (InventoryRecord & { ciId: string; collectedAt: string })[],
): Promise<void> {
  await tx.query(
    `insert into inventory_records
       (tenant_id, ci_id, kind, key, position, fields, software_instance_ci_id, first_seen, collected_at)
     select $1, r.ci_id, r.kind, r.key, r.position, r.fields::jsonb, r.instance, r.collected_at, r.collected_at
     from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::timestamptz[])
       as r (ci_id, kind, key, position, fields, instance, collected_at)
     on conflict (tenant_id, ci_id, kind, key) do update
       set position = excluded.position, fields = excluded.fields,
           software_instance_ci_id = excluded.software_instance_ci_id, collected_at = excluded.collected_at`,
    [
      tenantId,
      rows.map((row) => row.ciId),
      rows.map((row) => row.kind),
      rows.map((row) => row.key),
      rows.map((row) => row.position),
      rows.map((row) => JSON.stringify(row.fields)),
      rows.map((row) => row.softwareInstanceCiId),
      rows.map((row) => row.collectedAt),
    ],
  );
}

/** Removes records, collections and sightings of purged CIs. */
export async function removeCis(sql: Sql, tenantId: string, ciIds: readonly string[]): Promise<void> {
  for (const table of ["inventory_records", "collections", "sightings", "parked_decisions"]) {
    await deleteInBatches(sql, table, "tenant_id = $1 and ci_id = any($2::text[])", [tenantId, ciIds]);
  }
}

/** One page of a CI's records of one kind, in the order of their collection. */
export async function recordPage(
  sql: Sql,
  tenantId: string,
  ciId: string,
  kind: RecordKind,
  { page, limit, order, after }: RecordPageInput,
): Promise<RecordPage> {
  const [counted] = await sql.query<{ total: number }>(
    "select count(*) as total from inventory_records where tenant_id = $1 and ci_id = $2 and kind = $3",
    [tenantId, ciId, kind],
  );
  const rows = await sql.query<{
    id: string;
    position: number;
    fields: Fields;
    software_instance_ci_id: string | null;
    collected_at: Date;
  }>(
    `select id, position, fields, software_instance_ci_id, collected_at from inventory_records
     where tenant_id = $1 and ci_id = $2 and kind = $3
       and ($4::integer is null or (position, id) ${order === "asc" ? ">" : "<"} ($4, $5::uuid))
     order by position ${order}, id ${order} limit $6 offset $7`,
    [tenantId, ciId, kind, after?.position ?? null, after?.id ?? null, limit + 1, after ? 0 : (page - 1) * limit],
  );
  const shown = rows.slice(0, limit);
  const items = shown.map((row) => ({
    id: row.id,
    ciId,
    collectedAt: row.collected_at.toISOString(),
    fields: row.fields,
    ...(kind === "installed_applications" ? { softwareInstanceCiId: row.software_instance_ci_id } : {}),
  }));
  const last = shown.at(-1);
  const next = rows.length > limit && last ? { position: last.position, id: last.id } : undefined;
  return { items, total: counted?.total ?? 0, next };
}
