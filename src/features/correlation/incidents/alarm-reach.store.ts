import type { Sql } from "../../../platform/postgres/postgres.ts";
import type { Needs } from "./link-cis.ts";

/** Of one needed CI no more of what alarms is looked at. */
const MOST_BY = 200;

/** What alarming CIs need: by it those are found that may share a cause. */
export const reachStore = {
  /** Writes down what these alarming CIs need, where it is not known as it is. Rows of others that alarm no longer go. */
  async note(tx: Sql, tenantId: string, needs: ReadonlyMap<string, Needs>, calm: readonly string[]): Promise<void> {
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
    await tx.query(
      `delete from alarm_reach r where r.tenant_id || '' = $1 and (r.ci_id = any($2::text[]) or r.ci_id = any($3::text[])
         and not exists (select 1 from open_alarms a where a.tenant_id = $1 and a.ci_id = r.ci_id))`,
      [tenantId, changed.map(([ciId]) => ciId), calm],
    );
    const rows = changed.flatMap(([ciId, needed]) => [...needed].map(([id, steps]) => ({ ciId, id, steps })));
    if (rows.length === 0) return;
    await tx.query(
      `insert into alarm_reach (tenant_id, needed_id, ci_id, steps)
       select $1, r.* from unnest($2::text[], $3::text[], $4::smallint[]) as r on conflict do nothing`,
      [tenantId, rows.map(({ id }) => id), rows.map(({ ciId }) => ciId), rows.map(({ steps }) => steps)],
    );
  },

  /** Of each of these CIs: how many alarming ones need it directly, and which need it, some of them. */
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
           limit ${MOST_BY}) f) b
       where b."ciIds" is not null`,
      [tenantId, ciIds],
    ),
};
