-- Which CIs events that are not resolved affect: kept with each change of an event, to be found by CI however many
-- resolved ones a CI has had.
create table open_alarms (
  tenant_id text not null,
  ci_id     text collate "C" not null,
  event_id  text collate "C" not null,
  primary key (tenant_id, ci_id, event_id)
);

-- Events that are yet to be put into their incident, or whose state it is yet to follow. Only ever added to by whoever
-- reports events, so that nobody waits.
create table incident_queue (
  tenant_id text not null,
  id        bigint generated always as identity,
  event_id  text collate "C" not null,
  primary key (tenant_id, id)
);

-- Events that belong together.
create table incidents (
  tenant_id   text not null,
  id          text collate "C" not null,
  status      text not null check (status in ('open', 'resolved')),
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  event_count bigint not null,
  open_count  bigint not null,
  severity    text not null,
  -- The guess at the cause, those that come next, and the services hit; null until they are worked out.
  findings    jsonb,
  -- Counts the changes of its members; findings are of the version that is told beside them.
  version     bigint not null default 1,
  found_at    bigint not null default 0,
  -- The incident that took its events over.
  merged_into text collate "C",
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id)
);
create index incidents_seen on incidents (tenant_id, last_seen, id) where merged_into is null;
create index incidents_status on incidents (tenant_id, status, last_seen, id) where merged_into is null;
create index incidents_stale on incidents (tenant_id, id) where found_at < version and merged_into is null;

-- Members of incidents. An event stays where it once was, resolved or not.
create table incident_events (
  tenant_id   text not null,
  event_id    text collate "C" not null,
  incident_id text collate "C" not null,
  is_open     boolean not null,
  primary key (event_id, tenant_id)
);
create index incident_events_members on incident_events (tenant_id, incident_id, event_id);

-- What CIs that alarm need: by it those are found that may share a cause.
create table alarm_reach (
  tenant_id text not null,
  needed_id text collate "C" not null,
  ci_id     text collate "C" not null,
  steps     smallint not null,
  primary key (tenant_id, needed_id, ci_id)
);
-- The CI first and the tenant last, as for the identities of events.
create index alarm_reach_by_ci on alarm_reach (ci_id, tenant_id);
