-- Incidents split where their events no longer belong together.
alter table incidents
  -- Incidents of unconnected faults on linked CIs: links do not merge it with them (a cannot-link constraint). It may still name
  -- some that were merged or deleted since.
  add column apart_from text[] collate "C" not null default '{}',
  -- The incident from which it was split.
  add column split_from text collate "C",
  -- The version that a split left it with: an incident is only read again once it changed.
  add column split_at_version bigint not null default 0;
create index incidents_merged on incidents (tenant_id, merged_into) where merged_into is not null;
create index incidents_split on incidents (tenant_id, split_from, id) where split_from is not null;
