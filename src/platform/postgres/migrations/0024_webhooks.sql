-- Who is told of what happens, and where. Addresses and headers are given by tenants.
create table webhooks (
  id              text collate "C" primary key,
  tenant_id       text not null,
  name            text not null,
  url             text not null,
  events          text[] not null,
  -- An object of texts; they may be credentials of the receiver.
  sealed_headers  text not null,
  active          boolean not null,
  -- Set where it was made inactive by itself; a change that makes it active again clears it.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  disabled_at     timestamptz,
  -- The first failure since the last delivery that arrived.
  failing_since   timestamptz,
  created_at      timestamptz not null,
  created_by      text not null,
  updated_at      timestamptz not null
);
create index webhooks_tenant on webhooks (tenant_id, created_at, id);

-- What its deliveries are signed with: the newest, and those that it replaced until they expire.
create table webhook_secrets (
  id            text collate "C" primary key,
  tenant_id     text not null,
  webhook_id    text collate "C" not null references webhooks (id) on delete cascade,
  sealed_secret text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id);

-- One message to one webhook. No reference to it: a hundred thousand of them do not hold up its removal.
create table webhook_deliveries (
  id              text collate "C" primary key,
  tenant_id       text not null,
  webhook_id      text collate "C" not null,
  event           text not null,
  -- As it is sent, each time the same.
  body            text not null,
  status          text not null check (status in ('pending', 'delivered', 'failed')),
  attempts        integer not null default 0,
  -- Attempts since it was queued, or queued again: its place in the schedule.
  step            integer not null default 0,
  due_at          timestamptz,
  response_status integer,
  error           text,
  created_at      timestamptz not null,
  attempted_at    timestamptz,
  delivered_at    timestamptz,
  check ((status = 'pending') = (due_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_created on webhook_deliveries (tenant_id, created_at);

-- Which process sends to a webhook now. Its hold ends by itself unless it says that it lives.
create table webhook_lanes (
  webhook_id text collate "C" primary key,
  tenant_id  text not null,
  owner      text not null,
  until      timestamptz not null
);
