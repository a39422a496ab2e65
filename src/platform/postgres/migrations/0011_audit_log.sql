-- Who did what to what, from where. Rows are added and never changed.
create table audit_log (
  tenant_id      text not null,
  id             text not null,
  at             timestamptz not null,
  -- A user's id, else `<kind>:<id>`, or `system`.
  actor          text not null,
  action         text not null,
  target_kind    text not null,
  target_id      text not null,
  before         json,
  after          json,
  request_id     text not null,
  address        text,
  department     text,
  client_version text,
  primary key (tenant_id, id)
);
create index audit_log_at on audit_log (tenant_id, at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
