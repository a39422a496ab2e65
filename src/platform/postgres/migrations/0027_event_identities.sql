-- The identity first and the tenant last. Of a tenant that the statistics do not know yet, Postgres takes every index that
-- begins with the tenant to be as good as any other, and reads all of its events for each that arrives.
create unique index events_current_identity on events (source_id, source, tenant_id)
  where is_current and source_id is not null;
drop index events_current;
