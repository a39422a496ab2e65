-- When a scanner reported each kind of records last: a later report that leaves a kind out says nothing of it.
alter table sightings add column if not exists collected jsonb not null default '{}';
alter table sightings drop column if exists kinds;
