-- Service desks whose changes are analysed. Addresses and names of fields are given by tenants.
create table if not exists integrations (
  id                 text collate "C" primary key,
  tenant_id          text not null,
  name               text not null,
  platform           text not null check (platform in ('xurrent', 'servicenow', 'jira', 'generic')),
  base_url           text not null,
  account            text,
  account_url        text,
  task_table         text not null,
  active             boolean not null,
  -- How Orrery proves itself to the service desk, and how that proves itself to Orrery: each an object with its secrets.
  sealed_credentials text not null,
  sealed_inbound     text not null,
  field_map          jsonb not null,
  rich_text          text[] not null,
  created_at         timestamptz not null,
  created_by         text not null,
  updated_at         timestamptz not null
);
create index if not exists integrations_tenant on integrations (tenant_id, created_at, id);
