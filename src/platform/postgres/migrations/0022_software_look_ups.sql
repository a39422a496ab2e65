-- Programs that the dictionary lacks, to be looked up at the vulnerability database. Like the dictionary, of no tenant.
create table software_look_ups (
  key      text collate "C" primary key,
  -- {name, vendor, version, platform}
  program  jsonb   not null,
  state    text    not null default 'waiting' check (state in ('waiting', 'found', 'unanswered', 'done')),
  -- Searches that have been answered.
  step     integer not null default 0,
  found    boolean not null default false,
  asked_at timestamptz not null default now(),
  ended_at timestamptz
);
create index software_look_ups_state on software_look_ups (state, asked_at, key);

-- The look-up that may yet bring a name.
alter table software_cpe_matches add column look_up_key text collate "C";
create index software_cpe_matches_look_up on software_cpe_matches (look_up_key) where look_up_key is not null;
