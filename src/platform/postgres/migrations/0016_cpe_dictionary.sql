-- One row a service outside that allows so many calls in a time, whichever process makes them.
create table outside_calls (
  service      text primary key,
  -- Starts of the latest calls, oldest first: as many as the limit counts.
  starts       timestamptz[] not null default '{}',
  -- Until when the service asked to be left alone.
  paused_until timestamptz
);

-- The CPE dictionary. Components are unescaped; `*` is any, `-` is not applicable.
create table cpe_entries (
  cpe_name      text collate "C" primary key,
  cpe_name_id   text not null,
  part          text collate "C" not null,
  vendor        text collate "C" not null,
  product       text collate "C" not null,
  version       text collate "C" not null,
  update_label  text collate "C" not null,
  target_sw     text collate "C" not null,
  title         text not null,
  -- The title up to the version.
  product_title text not null,
  deprecated    boolean not null,
  -- Names that replace a deprecated one.
  deprecated_by text[] not null,
  last_modified timestamptz not null
);
create index cpe_entries_pair on cpe_entries (vendor, product, version);

-- What the entries of one part, vendor and product have in common.
create table cpe_pairs (
  part       text collate "C" not null,
  vendor     text collate "C" not null,
  product    text collate "C" not null,
  entries    integer not null,
  deprecated integer not null,
  target_sw  text[] not null,
  -- The most frequent product titles first.
  titles     text[] not null,
  -- Words of vendor, product and titles, in lower case.
  words      text[] not null,
  -- The dictionary's change with which this row came to be as it is.
  change     bigint not null,
  primary key (vendor, product, part)
);
create index cpe_pairs_product on cpe_pairs (product);
create index cpe_pairs_change on cpe_pairs (change);
-- Without a list of pending rows, which every look-up would have to read.
create index cpe_pairs_words on cpe_pairs using gin (words) with (fastupdate = off);

-- Pairs whose entries have changed since their row was made.
create table cpe_touched_pairs (
  part    text collate "C" not null,
  vendor  text collate "C" not null,
  product text collate "C" not null,
  primary key (vendor, product, part)
);

-- One row, made by the first who writes.
create table cpe_dictionary (
  singleton    boolean primary key default true check (singleton),
  -- Counts up whenever pairs change.
  change       bigint not null default 0,
  imported_at  timestamptz,
  refreshed_at timestamptz,
  -- Every change at the source up to here is in.
  synced_to    timestamptz,
  -- The range of changes that is being fetched, and how much of it is in.
  window_from  timestamptz,
  window_to    timestamptz,
  window_index integer,
  window_total integer
);

create table cpe_imports (
  id         text primary key,
  file       text not null,
  state      text not null check (state in ('running', 'done', 'failed')),
  entries    integer not null default 0,
  added      integer not null default 0,
  changed    integer not null default 0,
  refused    integer not null default 0,
  problem    text,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
