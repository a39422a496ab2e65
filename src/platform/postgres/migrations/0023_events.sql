-- What monitoring and people report. Times of day are the database's, but for what the sender says.
create table events (
  tenant_id    text not null,
  id           text collate "C" not null,
  title        text not null,
  description  text,
  severity     text not null check (severity in ('critical', 'high', 'medium', 'low')),
  status       text not null check (status in ('open', 'acknowledged', 'resolved')),
  source       text not null,
  source_id    text,
  -- The event that a repeat of its source_id finds. Past the window for opening again, the next one takes its place.
  is_current   boolean not null,
  affected_cis text[] collate "C" not null,
  hostname     text,
  fqdn         text,
  ip_address   text,
  metrics      jsonb not null,
  context      jsonb not null,
  -- When it happened, as the sender says; what lists are ordered by.
  occurred_at  timestamptz not null,
  last_seen    timestamptz not null,
  occurrences  bigint not null default 1,
  resolved_at  timestamptz,
  -- The last four changes of its status.
  changed_at   timestamptz[] not null default '{}',
  version      bigint not null default 1,
  created_at   timestamptz not null,
  created_by   text not null,
  updated_at   timestamptz not null,
  -- When the source said, by its own signed word, what it said last: what it said before that, or the same again, is a
  -- replay.
  told_at      timestamptz,
  -- The id first: events are looked up by it alone, see events.store.ts.
  primary key (id, tenant_id)
);
-- The identity first and the tenant last. Of a tenant that the statistics do not know yet, Postgres takes every index that
-- begins with the tenant to be as good as any other, and reads all of its events for each that arrives.
create unique index events_current_identity on events (source_id, source, tenant_id)
  where is_current and source_id is not null;
create index events_occurred on events (tenant_id, occurred_at, id);
create index events_unresolved on events (tenant_id, occurred_at, id) where status <> 'resolved';
create index events_created on events (tenant_id, created_at, id);
create index events_updated on events (tenant_id, updated_at, id);

-- `affected_cis` once more, to be found by.
create table event_cis (
  tenant_id text not null,
  ci_id     text collate "C" not null,
  event_id  text collate "C" not null,
  primary key (tenant_id, ci_id, event_id)
);

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

-- By what an event that no CI has yet waits for one: host names and addresses, normalised.
create table event_waits (
  tenant_id text not null,
  kind      text not null check (kind in ('fqdn', 'hostname', 'ip')),
  value     text collate "C" not null,
  event_id  text collate "C" not null,
  since     timestamptz not null,
  primary key (tenant_id, kind, value, event_id)
);
create index event_waits_event on event_waits (tenant_id, event_id);
create index event_waits_since on event_waits (since);

-- Every change of status and every note.
create table event_history (
  tenant_id   text not null,
  event_id    text collate "C" not null,
  id          text collate "C" not null,
  from_status text not null,
  to_status   text not null,
  actor       text not null,
  request_id  text not null,
  comment     text,
  at          timestamptz not null,
  primary key (tenant_id, event_id, id)
);

-- Times in which trouble of some CIs is expected.
create table maintenance_windows (
  tenant_id  text not null,
  id         text collate "C" not null,
  ci_ids     text[] collate "C" not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  reason     text,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, id),
  check (ends_at > starts_at)
);
create index maintenance_windows_created on maintenance_windows (tenant_id, created_at, id);
create index maintenance_windows_ends on maintenance_windows (tenant_id, ends_at);

-- CIs that have been under maintenance by their status, whether they still are. Kept by the news of CIs, whose version
-- says which of two is the newer one.
create table cis_under_maintenance (
  tenant_id text not null,
  ci_id     text collate "C" not null,
  active    boolean not null,
  version   bigint not null,
  primary key (tenant_id, ci_id)
);
