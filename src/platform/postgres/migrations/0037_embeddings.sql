-- The vector indexes in the graph, at most two: while the vectors of a new model are made, those of the old one serve.
create table embedding_indexes (
  slot       text primary key check (slot in ('a', 'b')),
  model      text not null,
  dimensions integer not null check (dimensions between 1 and 4096),
  -- Serves nobody any more: its vectors are being removed.
  clearing   boolean not null default false,
  created_at timestamptz not null default now()
);

-- How far each tenant's CIs have been embedded for an index.
create table embedding_sweeps (
  tenant_id    text not null,
  slot         text not null references embedding_indexes on delete cascade,
  -- The last CI that was reached; all up to it have their vectors, or a row among the stale ones.
  reached      text not null default '',
  completed_at timestamptz,
  primary key (tenant_id, slot)
);
create index embedding_sweeps_slot on embedding_sweeps (slot);

-- CIs that changed after a sweep began, and those that could not be embedded.
create table stale_embeddings (
  tenant_id  text not null,
  ci_id      text collate "C" not null,
  -- Grows with each change: a row that has grown since it was read stays.
  round      bigint not null default 1,
  -- The CI has another name: the texts of its neighbours hold the old one.
  renamed    boolean not null default false,
  tries      smallint not null default 0,
  not_before timestamptz not null default now(),
  error      text,
  primary key (tenant_id, ci_id)
);
create index stale_embeddings_due on stale_embeddings (tenant_id, not_before);
