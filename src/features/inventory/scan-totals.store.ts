import type { Sql } from "../../platform/postgres/postgres.ts";
import type { ScanStatus } from "./scan.model.ts";

export interface ScanTotals {
  /** Scans since a time, by status. */
  scans: Record<ScanStatus, number>;
  /** Scans since then with a parked host. */
  withParked: number;
  /** Reports of hosts that nothing identifies, equal ones counted once. */
  parkedHosts: number;
}

export const scanTotalsStore = {
  async totals(sql: Sql, tenantId: string, since: Date): Promise<ScanTotals> {
    const [scans = { running: 0, completed: 0, failed: 0, parked: 0 }] = await sql.query<
      Record<ScanStatus | "parked", number>
    >(
      `select count(*) filter (where s.status = 'running') as running,
            count(*) filter (where s.status = 'completed') as completed,
            count(*) filter (where s.status = 'failed') as failed,
            count(*) filter (where exists (select from raw_scan_records r where r.tenant_id = s.tenant_id
              and r.status = 'parked' and r.scan_id = s.id)) as parked
     from scans s where s.tenant_id = $1 and s.created_at >= $2`,
      [tenantId, since],
    );
    const [hosts] = await sql.query<{ total: number }>(
      "select count(distinct content_hash) as total from raw_scan_records where tenant_id = $1 and status = 'parked'",
      [tenantId],
    );
    const { parked, ...byStatus } = scans;
    return { scans: byStatus, withParked: parked, parkedHosts: hosts?.total ?? 0 };
  },
};
