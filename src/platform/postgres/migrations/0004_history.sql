-- Nodes of the graph's outbox that were handed over: a repeat after a crash is known by its id.
create table if not exists relayed_outbox (
  id text primary key,
  at timestamptz not null default now()
);
create index if not exists relayed_outbox_at on relayed_outbox (at);

-- What happened to CIs, relationships and scans, with the state before and after. Append only.
create table if not exists history (
  tenant_id text not null,
  id text not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  version bigint not null,
  before json,
  after json,
  actor text not null,
  request_id text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index if not exists history_subject on history (tenant_id, subject_id, version desc, id desc);
