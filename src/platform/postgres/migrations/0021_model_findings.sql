-- What the model service was asked about names that neither mappings nor the built-in knowledge know: each name once.
create table software_model_answers (
  tenant_id text not null,
  question  text not null check (question in ('product', 'family')),
  -- Digest of the normalised name and its maker.
  key       text collate "C" not null,
  -- Nobody else asks before.
  until     timestamptz not null,
  -- An answer came, of use or not.
  settled   boolean not null default false,
  -- No answer came and nobody asks, until then.
  put_off   boolean not null default false,
  -- What the model said, with its confidence; null where that was of no use.
  answer    json,
  model     text,
  primary key (tenant_id, question, key)
);

-- Server CIs of completed scans that wait for insights.
create table insight_work (
  tenant_id    text not null,
  ci_id        text not null,
  since        timestamptz not null default now(),
  -- Grows when the CI comes up again while it waits: what has grown since it was taken stays.
  round        bigint not null default 1,
  -- Whether a process is at work on it, until `not_before`.
  leased       boolean not null default false,
  -- Not worked on before: after a failure, and for ever where the model is at a loss.
  not_before   timestamptz not null default now(),
  tries        smallint not null default 0,
  -- Facts for which the model gave nothing of use: asked again when they change.
  refused_hash text,
  primary key (tenant_id, ci_id)
);
create index insight_work_due on insight_work (not_before, tenant_id);

-- What the model makes of a CI: newest word alone.
create table ci_insights (
  tenant_id    text not null,
  ci_id        text not null,
  role         text not null,
  criticality  text not null check (criticality in ('critical', 'high', 'medium', 'low')),
  -- [{name, ip, ciId, process, ports, reason}]
  dependencies json not null,
  confidence   real not null check (confidence between 0 and 1),
  model        text not null,
  -- Digest of the facts that it was made of.
  input_hash   text not null,
  generated_at timestamptz not null,
  primary key (tenant_id, ci_id)
);

-- What the model makes of the connections of one process of a CI to one address.
create table connection_insights (
  tenant_id             text not null,
  ci_id                 text not null,
  -- Digest of process and target.
  group_key             text collate "C" not null,
  process_name          text,
  target_ip             text,
  target_ci_id          text,
  ports                 integer[] not null,
  application_protocol  text,
  communication_pattern text not null,
  confidence            real not null check (confidence between 0 and 1),
  model                 text not null,
  generated_at          timestamptz not null,
  -- By relationship: the attributes as they were written there, so that what a person makes of them stays.
  written               json not null default '{}',
  primary key (tenant_id, ci_id, group_key)
);
