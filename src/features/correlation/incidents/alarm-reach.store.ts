import { deleteInBatches } from "../../../platform/postgres/delete-in-batches.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Needs } from "./link-cis.ts";

/** Most dependents with alarms that are read of one CI. */
export const MAX_DEPENDENTS = 200;

/** The dependencies of CIs with alarms, by which CIs that may share a cause are found. */
export const alarmReachStore = {
  /** Stores the dependencies of these CIs where they changed; deletes those of resolved CIs without other alarms. */
  async record(
    tx: Sql,
    tenantId: string,
    needs: ReadonlyMap<string, Needs>,
    resolvedCis: readonly string[],
  ): Promise<void> {
    const known = await tx.query<{ ciId: string; needed: string[]; steps: number[] }>(
      `select r.ci_id as "ciId", array_agg(r.needed_id) as needed, array_agg(r.steps) as steps from alarm_reach r
       where r.tenant_id || '' = $1 and r.ci_id = any($2::text[]) group by r.ci_id`,
      [tenantId, [...needs.keys()]],
    );
    const unchanged = new Set(
      known
        .filter(({ ciId, needed, steps }) => {
          const wanted = needs.get(ciId);
          return wanted?.size === needed.length && needed.every((id, i) => wanted.get(id) === steps[i]);
        })
        .map(({ ciId }) => ciId),
    );
    const changed = [...needs].filter(([ciId]) => !unchanged.has(ciId));
    await deleteInBatches(
      tx,
      "alarm_reach",
      `tenant_id || '' = $1 and (ci_id = any($2::text[]) or ci_id = any($3::text[])
         and not exists (select 1 from open_alarms a where a.tenant_id = $1 and a.ci_id = alarm_reach.ci_id))`,
      [tenantId, changed.map(([ciId]) => ciId), resolvedCis],
    );
    const rows = changed.flatMap(([ciId, needed]) => [...needed].map(([id, steps]) => ({ ciId, id, steps })));
    if (rows.length === 0) return;
    await tx.query(
      `insert into alarm_reach (tenant_id, needed_id, ci_id, steps)
       select $1, r.* from unnest($2::text[], $3::text[], $4::smallint[]) as r on conflict do nothing`,
      [tenantId, rows.map(({ id }) => id), rows.map(({ ciId }) => ciId), rows.map(({ steps }) => steps)],
    );
  },

  /** Of each of these CIs: the number of direct dependents with alarms, and up to 200 dependents with alarms. */
  neededBy: (
    sql: Sql,
    tenantId: string,
    ciIds: readonly string[],
  ): Promise<{ id: string; alarming: number; ciIds: string[]; steps: number[] }[]> =>
    sql.query(
      `select c.id, d.alarming, b."ciIds", b.steps from unnest($2::text[]) as c (id)
       cross join lateral (select count(*) as alarming from alarm_reach r
         where r.tenant_id = $1 and r.needed_id = c.id collate "C" and r.steps = 1) d
       cross join lateral (select array_agg(f.ci_id) as "ciIds", array_agg(f.steps) as steps from (
           select r.ci_id, r.steps from alarm_reach r where r.tenant_id = $1 and r.needed_id = c.id collate "C"
           limit ${MAX_DEPENDENTS}) f) b
       where b."ciIds" is not null`,
      [tenantId, ciIds],
    ),
};
