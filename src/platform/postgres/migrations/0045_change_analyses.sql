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
  -- The CIs that were found, as [{id, name, type}], their ids, and their types, each once.
  cis            jsonb not null default '[]',
  ci_ids         text[] not null default '{}',
  ci_types       text[] not null default '{}',
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
  not_before     timestamptz not null,
  -- The run in progress, and until when no other takes the analysis.
  attempt        text collate "C",
  claimed_until  timestamptz
);
create unique index if not exists change_analyses_content
  on change_analyses (tenant_id, coalesce(integration_id, ''), task_node_id, content_hash);
create index if not exists change_analyses_newest on change_analyses (tenant_id, created_at, id);
create index if not exists change_analyses_task on change_analyses (tenant_id, task_node_id, created_at, id);
create index if not exists change_analyses_owed on change_analyses (tenant_id, created_at, id)
  where status in ('queued', 'running');
create index if not exists change_analyses_cis on change_analyses using gin (ci_ids);
create index if not exists change_analyses_planned on change_analyses (tenant_id, planned_end, planned_start)
  where planned_start is not null and planned_end is not null;
create index if not exists change_analyses_outcomes on change_analyses (tenant_id, outcome_at) where succeeded is not null;

-- What is to be written to the task at the service desk, once.
create table if not exists change_write_backs (
  analysis_id    text collate "C" primary key references change_analyses (id) on delete cascade,
  tenant_id      text not null,
  integration_id text collate "C" not null,
  task_node_id   text not null,
  -- When the analysis was asked for: of two for one task, the later one is written.
  requested_at   timestamptz not null,
  status         text not null check (status in ('pending', 'delivered', 'failed')),
  -- Why it failed.
  error          text,
  superseded_by  text collate "C",
  tries          integer not null default 0,
  -- When the first attempt began, by which the last one is found.
  first_tried_at timestamptz,
  not_before     timestamptz not null,
  ended_at       timestamptz,
  -- The attempt in flight, and until when no other is made.
  attempt        text collate "C",
  claimed_until  timestamptz
);
create index if not exists change_write_backs_owed on change_write_backs (tenant_id, not_before) where status = 'pending';
create index if not exists change_write_backs_task
  on change_write_backs (tenant_id, integration_id, task_node_id, requested_at, analysis_id);

create table if not exists change_write_back_attempts (
  analysis_id     text collate "C" not null references change_analyses (id) on delete cascade,
  tenant_id       text not null,
  number          integer not null,
  at              timestamptz not null,
  response_status integer,
  error           text,
  primary key (analysis_id, number)
);
