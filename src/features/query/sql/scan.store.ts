import type { SqlEntity, SqlField } from "./sql-entity.ts";
import { timeParts } from "./time-parts.ts";

const column = (name: string): SqlField => ({ sql: `s.${name}` });
const set = (name: string): SqlField => ({ sql: `s.${name}`, notNull: true });
const hosts = (status: string): SqlField => ({
  sql: `(select count(*) from raw_scan_records r
    where r.tenant_id = s.tenant_id and r.scan_id = s.id and r.status = '${status}')`,
  notNull: true,
});

/** Scans, with their hosts counted by what became of them. */
export const scanStore = {
  name: "scan",
  from: "from scans s",
  scope: "s.tenant_id = $1",
  id: "s.id",
  fields: {
    id: set("id"),
    scanner_id: set("scanner_id"),
    scan_type: set("scan_type"),
    status: set("status"),
    "hosts.total": set("hosts"),
    "hosts.processed": hosts("processed"),
    "hosts.failed": hosts("failed"),
    "hosts.parked": hosts("parked"),
    error: column("error"),
    created_at: set("created_at"),
    ...timeParts("created_at", "s.created_at"),
    completed_at: column("completed_at"),
    duration: { sql: "extract(epoch from s.completed_at - s.created_at)::float8" },
  },
  free: {},
} as const satisfies SqlEntity;
