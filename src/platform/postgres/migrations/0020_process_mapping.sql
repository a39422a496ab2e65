-- Who said a mapping's process names: null or `manual` for people and their files, else how they were found.
alter table software_mappings add column if not exists process_source text
  check (process_source in ('manual', 'pattern', 'discovery', 'ai'));
-- 0 to 1, of what was found.
alter table software_mappings add column if not exists process_confidence real;

-- Runs of process mapping that people ask for; the oldest unfinished one of a tenant is worked on.
create table if not exists process_mapping_runs (
  tenant_id    text not null references tenants on delete cascade,
  id           text collate "C" not null,
  -- Equal for equal requests: of these one is unfinished at a time.
  request_key  text not null,
  mode         text not null,
  options      json not null,
  status       text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  -- The step under way, and its place in what it goes through.
  step         integer not null default 0,
  place        json,
  done         bigint not null default 0,
  total        bigint not null default 0,
  result       json not null default '{}',
  error        text,
  actor        text not null,
  request_id   text not null,
  created_at   timestamptz not null default now(),
  progress_at  timestamptz not null default now(),
  completed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index if not exists process_mapping_runs_unfinished on process_mapping_runs (tenant_id, request_key)
  where status in ('queued', 'running');
create index if not exists process_mapping_runs_created on process_mapping_runs (tenant_id, created_at, id);
