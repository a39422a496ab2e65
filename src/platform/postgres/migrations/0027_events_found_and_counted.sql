-- The identity first and the tenant last. Of a tenant that the statistics do not know yet, Postgres takes every index that
-- begins with the tenant to be as good as any other, and reads all of its events for each that arrives.
create unique index events_current_identity on events (source_id, source, tenant_id)
  where is_current and source_id is not null;
drop index events_current;

-- How many events a tenant has of each status and severity, in shards that writers do not share; the total of a list is
-- their sum. `changes` grows with every change of events, so that the sum of it is a stamp for what is counted otherwise.
create table event_counts (
  tenant_id text not null,
  shard     integer not null,
  status    text not null,
  severity  text not null,
  total     bigint not null,
  changes   bigint not null,
  primary key (tenant_id, shard, status, severity)
);
insert into event_counts (tenant_id, shard, status, severity, total, changes)
  select tenant_id, 0, status, severity, count(*), 1 from events group by tenant_id, status, severity;

-- When the source said, by its own signed word, what it said last: what it said before that, or the same again, is a replay.
alter table events add column told_at timestamptz;
