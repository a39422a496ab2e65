-- Runs of enrichment. One that is queued or running is owed until it has ended.
create table enrichment_runs (
  id              text collate "C" primary key,
  tenant_id       text not null,
  name            text not null,
  trigger         text not null check (trigger in ('schedule', 'manual', 'news')),
  status          text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  -- The CIs or the scan that it works on, as JSON with its members in order; `{}`: everything that is due.
  scope           jsonb not null default '{}',
  scope_key       text collate "C" not null default '',
  batch_size      integer not null,
  requested_by    text not null,
  created_at      timestamptz not null,
  started_at      timestamptz,
  ended_at        timestamptz,
  done            bigint not null default 0,
  -- About; null where it is not known.
  total           bigint,
  changed         bigint not null default 0,
  failed          bigint not null default 0,
  error           text,
  -- Where the next turn goes on.
  place           text,
  last_turn_at    timestamptz,
  progress_at     timestamptz not null default now(),
  -- The job that takes a turn of it, and until when unless it says that it lives.
  attempt         text collate "C",
  claimed_until   timestamptz,
  tries           integer not null default 0,
  not_before      timestamptz not null default now(),
  -- Set where the work is done by jobs of its own, which are counted here: the run has ended once this time has passed.
  follows_until   timestamptz
);
create unique index enrichment_runs_open on enrichment_runs (tenant_id, name, scope_key)
  where status in ('queued', 'running');
create index enrichment_runs_newest on enrichment_runs (tenant_id, created_at, id);
create index enrichment_runs_ended on enrichment_runs (tenant_id, ended_at) where ended_at is not null;

-- When the enrichment of a tenant runs by itself.
create table enrichment_schedules (
  tenant_id  text not null,
  name       text not null,
  -- Null: the default of the version.
  cron       text,
  enabled    boolean,
  batch_size integer,
  last_run   timestamptz,
  -- Null while it is off.
  next_run   timestamptz,
  -- Why its last time made no run.
  last_error text,
  updated_at timestamptz,
  updated_by text,
  primary key (tenant_id, name)
);
create index enrichment_schedules_due on enrichment_schedules (next_run) where next_run is not null;
