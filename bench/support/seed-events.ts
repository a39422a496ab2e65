import { newId } from "../../src/platform/ids.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";

const BATCH = 100_000;

/**
 * Events over the year before February 2026, each on one CI and every hundredth on two. 95 of 100 are resolved, after an hour; every
 * second was acknowledged before, after some minutes.
 */
export async function seedEvents(
  postgres: Postgres,
  tenant: string,
  ids: readonly string[],
  count: number,
): Promise<void> {
  const prefix = newId().slice(0, 24);
  for (let from = 0; from < count; from += BATCH) {
    const batch = [tenant, prefix, from, Math.min(count, from + BATCH) - 1];
    await postgres.query(
      `with cis as materialized (select id, place from unnest($5::text[]) with ordinality as c (id, place))
       insert into events (tenant_id, id, title, severity, status, source, is_current, affected_cis, metrics, context,
         occurred_at, last_seen, resolved_at, created_at, created_by, updated_at)
       select $1, $2 || lpad(n::text, 12, '0'), 'Disk ' || n % 100 || ' full',
         (array['critical', 'high', 'medium', 'low'])[1 + n % 4], case when n % 20 = 0 then 'open' else 'resolved' end,
         (array['zabbix', 'nagios', 'prometheus'])[1 + n % 3], false,
         case when n % 100 = 0 then array[c.id, d.id] else array[c.id] end,
         jsonb_build_object('load', n % 100), '{}', at, at, case when n % 20 > 0 then at + interval '1 hour' end, at,
         'bench', at
       from (select n, timestamptz '2026-02-01' - (n::float8 / $6) * interval '365 days' as at
             from generate_series($3::int, $4::int) n) e
       join cis c on c.place = 1 + (e.n * 7919::bigint) % cardinality($5::text[])
       join cis d on d.place = 1 + (e.n * 7919::bigint + 6) % cardinality($5::text[])`,
      [...batch, ids, count],
    );
    await postgres.query(
      `insert into event_history (tenant_id, event_id, id, from_status, to_status, actor, request_id, at)
       select $1, e.id, e.id || s.n, s.from_status, s.to_status, 'bench', 'bench', s.at
       from generate_series($3::int, $4::int) n
       join events e on e.tenant_id = $1 and e.id = $2 || lpad(n::text, 12, '0')
       cross join lateral (
         select 1, 'open', 'acknowledged', e.occurred_at + n % 60 * interval '1 minute' where n % 2 = 0
         union all
         select 2, 'open', 'resolved', e.resolved_at where e.resolved_at is not null) s (n, from_status, to_status, at)`,
      batch,
    );
  }
  await postgres.query(
    `insert into event_cis (tenant_id, ci_id, event_id)
     select distinct tenant_id, c.id, e.id from events e cross join lateral unnest(affected_cis) c (id) where tenant_id = $1`,
    [tenant],
  );
  await postgres.query(
    `insert into event_counts (tenant_id, shard, status, severity, total, changes)
     select $1, 0, status, severity, count(*), 1 from events where tenant_id = $1 group by status, severity`,
    [tenant],
  );
  await postgres.query("vacuum (analyze) events");
  await postgres.query("vacuum (analyze) event_cis");
  await postgres.query("vacuum (analyze) event_history");
}
