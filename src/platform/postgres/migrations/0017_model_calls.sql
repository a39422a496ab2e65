-- One row a question to the model service. Neither the question nor the answer is kept.
create table model_calls (
  id                text primary key,
  tenant_id         text not null,
  at                timestamptz not null,
  purpose           text not null,
  model             text not null,
  -- `ok`, or the kind of fault.
  outcome           text not null,
  -- HTTP requests that it took, repeats included.
  requests          integer not null,
  prompt_tokens     integer,
  completion_tokens integer,
  -- In the currency of the configured price; null where none is configured or the service tells no tokens.
  cost              numeric(14, 8),
  ms                integer not null
);
create index model_calls_tenant on model_calls (tenant_id, at desc);
create index model_calls_at on model_calls (at);
