-- Maps that people keep, see src/features/saved-maps.
create table saved_maps (
  tenant_id  text not null,
  id         text collate "C" not null,
  -- The user behind whoever saved it, or the program itself.
  owner      text not null,
  name       text not null,
  -- Ids of the CIs where the map begins.
  roots      text[] not null,
  depth      integer not null,
  direction  text not null,
  filters    jsonb not null,
  group_by   text,
  -- By CI id: [x, y].
  positions  jsonb not null,
  -- By id, the names of all CIs above when they were saved: what is deleted meanwhile is told of by name.
  names      jsonb not null,
  -- Whether every user of the tenant reads it.
  shared     boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index saved_maps_created on saved_maps (tenant_id, created_at, id);
-- For the removal of CIs that can no longer be restored.
create index saved_maps_cis on saved_maps using gin (names);
