-- Analyses of the risk of changes. One that is queued or running is owed until it has ended.
create table if not exists change_analyses (
  id             text collate "C" primary key,
  tenant_id      text not null,
  status         text not null check (status in ('queued', 'running', 'completed', 'failed')),
  trigger        text not null check (trigger in ('webhook', 'manual')),
  platform       text,
  integration_id text collate "C",
  task_node_id   text not null,
  -- The payload as it came, and a hash of it with its members in order: the same content of a task is analysed once.
  payload        jsonb not null,
  content_hash   bytea not null,
  priority       text,
  category       text,
  planned_start  timestamptz,
  planned_end    timestamptz,
  -- The CIs that were found, as [{id, name, type}], and their ids.
  cis            jsonb not null default '[]',
  ci_ids         text[] not null default '{}',
  unknown_cis    text[] not null default '{}',
  score          integer,
  level          text,
  confidence     integer,
  -- The whole assessment.
  assessment     jsonb,
  error          text,
  succeeded      boolean,
  incidents      integer,
  outcome_at     timestamptz,
  outcome_by     text,
  requested_by   text not null,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  tries          integer not null default 0,
  not_before     timestamptz not null default now()
);
create unique index if not exists change_analyses_content
  on change_analyses (tenant_id, coalesce(integration_id, ''), task_node_id, content_hash);
create index if not exists change_analyses_newest on change_analyses (tenant_id, created_at, id);
create index if not exists change_analyses_owed on change_analyses (not_before) where status in ('queued', 'running');
create index if not exists change_analyses_cis on change_analyses using gin (ci_ids);
create index if not exists change_analyses_planned on change_analyses (tenant_id, planned_end, planned_start)
  where planned_start is not null;
create index if not exists change_analyses_outcomes on change_analyses (tenant_id, outcome_at) where succeeded is not null;

-- What is to be written to the task at the service desk, once.
create table if not exists change_write_backs (
  analysis_id    text collate "C" primary key references change_analyses (id) on delete cascade,
  tenant_id      text not null,
  integration_id text collate "C" not null,
  status         text not null check (status in ('pending', 'delivered', 'failed')),
  tries          integer not null default 0,
  not_before     timestamptz not null default now(),
  -- The attempt in flight, and until when no other is made.
  attempt        text collate "C",
  claimed_until  timestamptz
);
create index if not exists change_write_backs_owed on change_write_backs (not_before) where status = 'pending';

create table if not exists change_write_back_attempts (
  analysis_id     text collate "C" not null references change_analyses (id) on delete cascade,
  number          integer not null,
  at              timestamptz not null,
  response_status integer,
  error           text,
  primary key (analysis_id, number)
);
