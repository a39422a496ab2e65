-- What waits for a step of the software pipeline: a CI that has been saved without what the step gives it.
create table software_work (
  tenant_id text   not null,
  step      text   not null check (step in ('link', 'family', 'cpe')),
  ci_id     text   not null,
  -- Grows when the CI is saved again while it waits: what has grown since it was taken stays.
  saves     bigint not null default 1,
  since     timestamptz not null default now(),
  primary key (tenant_id, step, ci_id)
);
create index software_work_since on software_work (tenant_id, step, since, ci_id);

-- How the CPE name of a software instance was found, or why none was.
create table software_cpe_matches (
  tenant_id         text   not null,
  ci_id             text   not null,
  name              text,
  match             text   not null check (match in ('exact', 'product', 'none')),
  score             real   not null,
  method            text,
  -- [{name, score, reasons}], best first.
  candidates        json   not null,
  reasons           json   not null,
  -- The dictionary's change at the time: what was not found is looked for again after the next one.
  dictionary_change bigint not null,
  at                timestamptz not null default now(),
  primary key (tenant_id, ci_id)
);
create index software_cpe_matches_none on software_cpe_matches (tenant_id, dictionary_change) where match = 'none';
