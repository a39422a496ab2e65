-- What changed in the last hour, for those who follow it live: one row for what a transaction did to the things of one kind.
-- Unlogged, so that it costs writers next to nothing: a crash of the database empties it, and the new epoch of the position
-- below then tells followers that they missed something.
create unlogged table if not exists stream_entries (
  -- The transaction that wrote it: by it and a snapshot readers know whether they have read the row.
  xid       xid8 not null default pg_current_xact_id(),
  made_at   timestamptz not null default clock_timestamp(),
  tenant_id text not null,
  kind      text not null,
  count     integer not null,
  -- The things, with what is shown of them; null where there are many.
  items     jsonb
);
create index if not exists stream_entries_xid on stream_entries (xid);

create unlogged table if not exists stream_position (
  only_row   boolean primary key default true check (only_row),
  epoch      text not null default substr(md5(gen_random_uuid()::text), 1, 12),
  -- The highest transaction whose rows were deleted.
  trimmed_to xid8 not null default '0'
);

create or replace function stream_note(tenant text, thing text, state jsonb) returns void language sql as $$
  insert into stream_entries (tenant_id, kind, count, items) values (tenant, thing, 1, jsonb_build_array(state))
$$;

create or replace function stream_scan() returns trigger language plpgsql as $$
begin
  perform stream_note(new.tenant_id, 'scan', jsonb_build_object('id', new.id, 'status', new.status));
  return null;
end $$;
create trigger stream_new_scan after insert on scans for each row execute function stream_scan();
create trigger stream_changed_scan after update on scans for each row
  when (new.status is distinct from old.status or new.progress_at is distinct from old.progress_at)
  execute function stream_scan();

create or replace function stream_enrichment_run() returns trigger language plpgsql as $$
begin
  perform stream_note(new.tenant_id, 'enrichment_run',
    jsonb_build_object('id', new.id, 'status', new.status, 'name', new.name));
  return null;
end $$;
create trigger stream_new_enrichment_run after insert on enrichment_runs
  for each row execute function stream_enrichment_run();
create trigger stream_changed_enrichment_run after update on enrichment_runs for each row
  when ((new.status, new.done, new.total, new.failed) is distinct from (old.status, old.done, old.total, old.failed))
  execute function stream_enrichment_run();

-- With whose report it is, unless others may see it or could until now: only who may see it is told.
create or replace function stream_report() returns trigger language plpgsql as $$
declare
  report reports := case when tg_op = 'DELETE' then old else new end;
begin
  perform stream_note(report.tenant_id, 'report', jsonb_build_object('id', report.id,
    'status', case when tg_op = 'DELETE' then 'deleted' else report.status end,
    'owner', case when not (coalesce(new.shared, false) or coalesce(old.shared, false)) then report.owner_id end));
  return null;
end $$;
create trigger stream_new_report after insert or delete on reports
  for each row execute function stream_report();
create trigger stream_changed_report after update on reports for each row
  when ((new.status, new.name, new.shared, new.rows_done) is distinct from
    (old.status, old.name, old.shared, old.rows_done))
  execute function stream_report();

create or replace function stream_change_analysis() returns trigger language plpgsql as $$
begin
  perform stream_note(new.tenant_id, 'change_analysis', jsonb_build_object('id', new.id, 'status', new.status));
  return null;
end $$;
create trigger stream_new_change_analysis after insert on change_analyses
  for each row execute function stream_change_analysis();
create trigger stream_changed_change_analysis after update on change_analyses for each row
  when ((new.status, new.outcome_at) is distinct from (old.status, old.outcome_at))
  execute function stream_change_analysis();

-- Incidents are written by the thousand in a storm: one row a statement.
create or replace function stream_incidents() returns trigger language plpgsql as $$
begin
  insert into stream_entries (tenant_id, kind, count, items)
  select tenant_id, 'incident', count(*), case when count(*) <= 50 then jsonb_agg(jsonb_build_object('id', id,
    'status', case when tg_op = 'DELETE' then 'deleted' when merged_into is not null then 'merged' else status end,
    'severity', severity)) end
  from changed group by tenant_id;
  return null;
end $$;
create trigger stream_new_incidents after insert on incidents referencing new table as changed
  for each statement execute function stream_incidents();
create trigger stream_changed_incidents after update on incidents referencing new table as changed
  for each statement execute function stream_incidents();
create trigger stream_gone_incidents after delete on incidents referencing old table as changed
  for each statement execute function stream_incidents();
