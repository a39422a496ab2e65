alter table users
  add column name text not null default '',
  -- Who chose the password: `own`, the user; `temporary`, somebody else for the user, who must change it before anything
  -- else; `generated`, the first start of the installation, which asks for a change and does not insist.
  add column password_origin text not null default 'own' check (password_origin in ('own', 'temporary', 'generated')),
  add column updated_at timestamptz not null default now(),
  add column last_login_at timestamptz;
update users set updated_at = created_at;
create index users_list on users (tenant_id, created_at, id);
create index users_generated on users (id) where password_origin = 'generated';

-- Since then the tenant is being removed: nobody can log in, and what is left of it goes piece by piece.
alter table tenants add column deleted_at timestamptz;

-- What happens once in the life of an installation.
create table installation (
  event text primary key,
  at    timestamptz not null
);
insert into installation (event, at) select 'first_administrator', created_at from tenants where name_key = 'default';

-- What a tenant has set otherwise than by default.
create table tenant_settings (
  tenant_id text primary key references tenants on delete cascade,
  -- Only what was set; the rest is as the version of the service has it.
  settings  jsonb not null,
  -- Counts changes, from 1.
  version   bigint not null
);

-- From where a change came, as far as it came by HTTP.
alter table history
  add column address text,
  add column department text,
  add column client_version text;
-- The audit log shows both tables as one, newest first: see 0011.
create index history_at on history (tenant_id, at desc, id desc) include (actor, kind);
create index history_kind on history (tenant_id, kind, at desc, id desc) include (actor);

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from tenants t where t.id = old.tenant_id and t.deleted_at is null) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger history_append_only before update or delete on history
  for each row execute function refuse_change();
