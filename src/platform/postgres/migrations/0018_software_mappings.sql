-- What a tenant knows of the names that programs are installed under. The built-in catalogue is part of the service.
create table software_mappings (
  tenant_id         text not null references tenants on delete cascade,
  id                text collate "C" not null,
  -- Empty where only patterns say what it is for.
  instance_name     text not null,
  -- The name in lower case: what may be active once, and what lists by name are ordered by.
  name_key          text collate "C" not null,
  normalized_name   text not null,
  normalized_key    text not null,
  instance_patterns text[] not null,
  software_name     text not null,
  software_vendor   text,
  family            text,
  windows_processes text[] not null,
  macos_processes   text[] not null,
  linux_processes   text[] not null,
  windows_services  text[] not null,
  process_type      text not null check (process_type in ('application', 'service', 'library')),
  status            text not null check (status in ('active', 'pending', 'review')),
  source            text not null check (source in ('manual', 'ai', 'import', 'pending')),
  confidence        smallint not null check (confidence between 0 and 100),
  usage_count       bigint not null default 0,
  last_verified     timestamptz,
  notes             text,
  -- The words that search compares, see search-text.ts.
  search_text       text not null,
  -- Of a mapping that was proposed because none matched: its normalised name, so that it is proposed once.
  proposed_key      text,
  version           bigint not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id),
  check (status <> 'active' or source <> 'pending')
);
create unique index software_mappings_active on software_mappings (tenant_id, name_key)
  where status = 'active' and name_key <> '';
create unique index software_mappings_proposed on software_mappings (tenant_id, proposed_key)
  where proposed_key is not null;
create index software_mappings_created on software_mappings (tenant_id, created_at, id);
create index software_mappings_updated on software_mappings (tenant_id, updated_at, id);
create index software_mappings_name on software_mappings (tenant_id, name_key, id);
create index software_mappings_normalized on software_mappings (tenant_id, normalized_key);

-- Counts changes of a tenant's mappings, from 1; whoever keeps them in memory compares. Its row orders the writers.
create table software_mapping_versions (
  tenant_id text primary key references tenants on delete cascade,
  version   bigint not null
);

-- How often a tenant's programs matched a mapping of the built-in catalogue.
create table software_mapping_usage (
  tenant_id   text not null references tenants on delete cascade,
  mapping_id  text collate "C" not null,
  usage_count bigint not null,
  primary key (tenant_id, mapping_id)
);
