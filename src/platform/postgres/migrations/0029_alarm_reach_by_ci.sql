-- The CI first and the tenant last. Of a tenant that the statistics do not know yet, Postgres takes every index that begins
-- with the tenant to be as good as any other, and read all of its rows for each CI that was asked for.
create index alarm_reach_by_ci on alarm_reach (ci_id, tenant_id);
drop index alarm_reach_ci;
