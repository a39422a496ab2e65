-- Reports, from the request on: one that is generating is owed until it is completed or has failed.
create table reports (
  id                 text collate "C" primary key,
  tenant_id          text not null,
  name               text not null,
  template_id        text not null,
  category           text not null,
  format             text not null,
  -- As the template checked them.
  parameters         jsonb not null,
  ignored_parameters text[] not null,
  status             text not null check (status in ('generating', 'completed', 'failed', 'expired')),
  shared             boolean not null,
  -- The user whose report it is, also where a key or an account of the user asked for it.
  owner_id           text not null,
  created_by         text not null,
  -- Who asked for it, and with which scopes: its run has those of them that are left.
  actor              jsonb not null,
  scopes             text[] not null,
  -- Scopes that its data needs.
  data_scopes        text[] not null,
  delivery_method    text not null check (delivery_method in ('none', 'email', 'webhook')),
  request_id         text not null,
  schedule_id        text collate "C",
  created_at         timestamptz not null,
  completed_at       timestamptz,
  expires_at         timestamptz,
  error              text,
  rows_done          bigint not null default 0,
  rows_total         bigint,
  -- How long its run was expected to take, and took.
  estimated_ms       bigint not null,
  duration_ms        bigint,
  -- The run that holds it, until when unless it says that it lives, and whose pieces count.
  attempt            text collate "C",
  claimed_until      timestamptz,
  tries              integer not null default 0,
  not_before         timestamptz not null default now(),
  content_type       text,
  size_bytes         bigint,
  etag               text
);
create index reports_newest on reports (tenant_id, created_at, id);
create index reports_generating on reports (tenant_id, created_at, id) where status = 'generating';
create index reports_expiring on reports (tenant_id, expires_at) where status = 'completed';
create index reports_schedule on reports (schedule_id) where schedule_id is not null and status = 'generating';

-- The content of a report in pieces of equal length, the last one excepted. They hold compressed files or are read in part:
-- Postgres does not compress them.
create table report_pieces (
  tenant_id text not null,
  report_id text collate "C" not null references reports (id) on delete cascade,
  attempt   text collate "C" not null,
  place     integer not null,
  bytes     bytea not null,
  primary key (report_id, attempt, place)
);
alter table report_pieces alter column bytes set storage external;

-- Who gets a report: an address of a mail, or a webhook.
create table report_deliveries (
  id            text collate "C" primary key,
  tenant_id     text not null,
  report_id     text collate "C" not null references reports (id) on delete cascade,
  method        text not null check (method in ('email', 'webhook')),
  -- An address, or the id of a webhook; null where no webhook was left.
  recipient     text,
  -- `sending` is written before a mail is handed over: it may have been sent where its outcome is missing.
  status        text not null check (status in ('pending', 'sending', 'delivered', 'failed')),
  error         text,
  -- Of a webhook: its own record of the delivery.
  webhook_delivery_id text collate "C",
  -- Set once the report is completed.
  due_at        timestamptz,
  claimed_until timestamptz,
  tries         integer not null default 0,
  changed_at    timestamptz not null
);
create index report_deliveries_report on report_deliveries (report_id, id);
create index report_deliveries_due on report_deliveries (tenant_id, due_at) where due_at is not null;

-- Reports that are asked for again and again.
create table report_schedules (
  id          text collate "C" primary key,
  tenant_id   text not null,
  name        text not null,
  cron        text not null,
  time_zone   text not null,
  template_id text not null,
  -- As given.
  parameters  jsonb not null,
  format      text not null,
  delivery    jsonb not null,
  enabled     boolean not null,
  owner_id    text not null,
  created_by  text not null,
  actor       jsonb not null,
  scopes      text[] not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  last_run    timestamptz,
  -- Null while it is off.
  next_run    timestamptz,
  -- Why the last run asked for no report.
  last_error  text
);
create index report_schedules_owner on report_schedules (tenant_id, owner_id, created_at, id);
create index report_schedules_due on report_schedules (next_run) where next_run is not null;
