import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Fields } from "../ci/index.ts";
import type { RecordKind } from "./inventory-records.ts";

export interface Sighting {
  scannerId: string;
  sourceClass: string;
  scanId: string;
  firstSeen: string;
  lastSeen: string;
}

export interface RecordView {
  id: string;
  ciId: string;
  collectedAt: string;
  fields: Fields;
  /** Only of installed applications. */
  softwareInstanceCiId?: string | null;
}

export interface HostReads {
  /** By which scanners a CI was seen, newest first. Throws 404. */
  sightings(ctx: RequestContext, ciId: string): Promise<Sighting[]>;
  /** Records of one kind, as the newest collection has them. Throws 404. */
  records(
    ctx: RequestContext,
    ciId: string,
    kind: RecordKind,
    page: { page: number; limit: number },
  ): Promise<{ items: RecordView[]; total: number }>;
}

/** What scans keep of a CI beside the graph. `ciExists` tells whether the tenant has the CI. */
export function createHostReads(deps: {
  postgres: Postgres;
  ciExists: (tenantId: string, id: string) => Promise<boolean>;
}): HostReads {
  const requireCi = async (ctx: RequestContext, ciId: string) => {
    requireScope(ctx, "cmdb.read");
    if (!(await deps.ciExists(ctx.tenantId, ciId))) throw notFound("CI");
  };
  return {
    async sightings(ctx, ciId) {
      await requireCi(ctx, ciId);
      const rows = await deps.postgres.query<{
        scanner_id: string;
        source_class: string;
        scan_id: string;
        first_seen: Date;
        last_seen: Date;
      }>(
        `select scanner_id, source_class, scan_id, first_seen, last_seen from sightings
         where tenant_id = $1 and ci_id = $2 order by last_seen desc, scanner_id`,
        [ctx.tenantId, ciId],
      );
      return rows.map((row) => ({
        scannerId: row.scanner_id,
        sourceClass: row.source_class,
        scanId: row.scan_id,
        firstSeen: row.first_seen.toISOString(),
        lastSeen: row.last_seen.toISOString(),
      }));
    },

    async records(ctx, ciId, kind, { page, limit }) {
      await requireCi(ctx, ciId);
      const [counted] = await deps.postgres.query<{ total: number }>(
        "select count(*) as total from inventory_records where tenant_id = $1 and ci_id = $2 and kind = $3",
        [ctx.tenantId, ciId, kind],
      );
      const rows = await deps.postgres.query<{
        id: string;
        fields: Fields;
        software_instance_ci_id: string | null;
        collected_at: Date;
      }>(
        `select id, fields, software_instance_ci_id, collected_at from inventory_records
         where tenant_id = $1 and ci_id = $2 and kind = $3 order by position, key limit $4 offset $5`,
        [ctx.tenantId, ciId, kind, limit, (page - 1) * limit],
      );
      const items = rows.map((row) => ({
        id: row.id,
        ciId,
        collectedAt: row.collected_at.toISOString(),
        fields: row.fields,
        ...(kind === "installed_applications" ? { softwareInstanceCiId: row.software_instance_ci_id } : {}),
      }));
      return { items, total: counted?.total ?? 0 };
    },
  };
}
