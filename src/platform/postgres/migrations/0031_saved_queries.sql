-- Query forms that people keep, see src/features/query.
create table saved_queries (
  tenant_id   text not null,
  id          text collate "C" not null,
  -- The user behind whoever saved it, or the program itself.
  owner       text not null,
  name        text not null,
  description text,
  -- The form as it was checked when it was saved.
  form        jsonb not null,
  -- Whether every user of the tenant reads it. Only its owner changes it.
  shared      boolean not null,
  created_at  timestamptz not null,
  created_by  text not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id)
);
create index saved_queries_created on saved_queries (tenant_id, created_at, id);
