-- Incidents split where their events no longer belong together.
alter table incidents
  -- Incidents with another cause, although their CIs are linked: links alone do not merge it with them. Those that were merged
  -- or deleted since may still be named.
  add column apart_from text[] collate "C" not null default '{}',
  -- The incident whose events it took over when that one was split.
  add column split_from text collate "C",
  -- The version as which it came out of a split: nothing is split again before something changed.
  add column split_at_version bigint not null default 0;
create index incidents_merged on incidents (tenant_id, merged_into) where merged_into is not null;
create index incidents_split on incidents (tenant_id, split_from, id) where split_from is not null;
