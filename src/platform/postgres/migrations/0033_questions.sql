-- The words that questions of a tenant may use: values of fields of its CIs and sources of its events. Added to by changes,
-- never taken from: a value that nothing has any more is understood, and answered with nothing.
create table question_values (
  tenant_id text not null,
  -- As names are compared: lower case, NFC.
  value_key text collate "C" not null,
  -- attributes.<key>, custom_fields.<key> or event.source.
  path      text collate "C" not null,
  value     text not null,
  primary key (tenant_id, value_key, path)
);
create index question_values_of_path on question_values (tenant_id, path);

-- The keys of CIs by type, with the look of their values (text, number, boolean, date), `full` where they have too many
-- values to keep. The path `type` tells the types that there are.
create table question_fields (
  tenant_id text not null,
  path      text collate "C" not null,
  type      text collate "C" not null,
  kind      text not null,
  primary key (tenant_id, path, type, kind)
);

-- How far the CIs that were there before have been read; changes have brought the words of the others.
create table question_vocabularies (
  tenant_id    text primary key,
  -- The last CI that was read.
  read_to      text,
  completed_at timestamptz
);

insert into question_values (tenant_id, value_key, path, value)
select distinct on (tenant_id, lower(source)) tenant_id, lower(normalize(source)), 'event.source', source
from events where length(source) <= 100
on conflict do nothing;

-- What was asked in words, and how it was answered.
create table questions (
  tenant_id  text not null,
  id         text collate "C" not null,
  query      text not null,
  actor      text not null,
  understood boolean not null,
  -- rules or model.
  source     text not null,
  plan       jsonb,
  rows       integer not null,
  took_ms    integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index questions_created on questions (tenant_id, created_at);

-- What people say of answers: the last word of each.
create table question_feedback (
  tenant_id   text not null,
  question_id text collate "C" not null,
  actor       text not null,
  id          text collate "C" not null,
  rating      text not null,
  comment     text,
  created_at  timestamptz not null,
  primary key (tenant_id, question_id, actor),
  foreign key (tenant_id, question_id) references questions (tenant_id, id) on delete cascade
);
