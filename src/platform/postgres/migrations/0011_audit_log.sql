-- Who did what to what, from where. Rows are added and never changed.
create table audit_log (
  tenant_id      text not null,
  id             text not null,
  at             timestamptz not null,
  -- A user's id, else `<kind>:<id>`, `system`, or `anonymous` where nobody was known yet.
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
-- A page is found, and a filtered log counted, in the index alone.
create index audit_log_at on audit_log (tenant_id, at desc, id desc) include (actor, action);
create index audit_log_target on audit_log (tenant_id, target_id);

-- Rows go with their tenant and never before it: whoever removes a tenant marks it first, see 0014.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
