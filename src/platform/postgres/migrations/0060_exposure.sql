-- Known vulnerabilities, shared by all tenants.
create table cve_records (
  cve            text collate "C" primary key,
  rejected       boolean not null,
  published      timestamptz,
  last_modified  timestamptz not null,
  summary        text not null,
  severity       text not null,
  cvss_version   text,
  cvss_score     real,
  cvss_vector    text,
  -- Addresses of advisories, and CWE ids.
  links          text[] not null,
  weaknesses     text[] not null,
  -- As in CVE JSON 2.0; an empty list for a rejected one.
  configurations json not null,
  -- The number of the import that changed it last: tenants match what is newer than what they have matched.
  change         bigint not null
);
create index cve_records_change on cve_records (change, cve);

-- Which CVEs name a product: as vulnerable, or only as what must be there beside it.
create table cve_products (
  product_key text collate "C" not null,
  cve         text collate "C" not null references cve_records on delete cascade,
  vulnerable  boolean not null,
  primary key (product_key, cve)
);
create index cve_products_cve on cve_products (cve);

-- Pairs of programs of which the one is vulnerable where the other is on the same server.
create table cve_companions (
  product_key text collate "C" not null,
  companion   text collate "C" not null,
  primary key (product_key, companion)
);
create index cve_companions_companion on cve_companions (companion);

-- The catalogue of known exploited vulnerabilities, and scores of exploit prediction, as they were imported last.
create table kev_entries (
  cve        text collate "C" primary key,
  added      date,
  due        date,
  name       text not null,
  action     text not null,
  ransomware boolean not null
);
create table epss_scores (
  cve        text collate "C" primary key,
  score      real not null,
  percentile real not null
);

-- What makers of distributions say of their packages.
create table vendor_statements (
  distribution  text collate "C" not null,
  release       text collate "C" not null,
  package       text collate "C" not null,
  cve           text collate "C" not null,
  status        text not null check (status in ('affected', 'fixed', 'not_affected')),
  -- First version without the flaw; empty where there is none yet.
  fixed_version text not null,
  -- Name of the file.
  source        text not null,
  primary key (cve, package, distribution, release, status, fixed_version)
);
create index vendor_statements_source on vendor_statements (source);

-- One row, made by the first who writes.
create table cve_feed (
  singleton    boolean primary key default true check (singleton),
  change       bigint not null default 0,
  imported_at  timestamptz,
  refreshed_at timestamptz,
  -- Every change at the source up to here is in.
  synced_to    timestamptz,
  -- The range of changes that is being fetched, and how much of it is in.
  window_from  timestamptz,
  window_to    timestamptz,
  window_index integer,
  window_total integer,
  kev_as_of    timestamptz,
  epss_as_of   timestamptz,
  -- The change of the CPE dictionary up to which renamed products are known.
  renames_of   bigint not null default 0
);

create table cve_imports (
  id         text primary key,
  file       text not null,
  kind       text not null check (kind in ('cve', 'kev', 'epss', 'vendor')),
  state      text not null check (state in ('running', 'done', 'failed')),
  entries    integer not null default 0,
  added      integer not null default 0,
  changed    integer not null default 0,
  refused    integer not null default 0,
  problem    text,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Products of which the dictionary holds only names that it replaces by those of one other product.
create table exposure_renames (
  product_key text collate "C" primary key,
  successor   text collate "C" not null
);
create index exposure_renames_successor on exposure_renames (successor);

-- How far a tenant has come. `walked_to` null: all its instances are known.
create table exposure_tenants (
  tenant_id    text primary key,
  rules        integer not null,
  walk_at      text,
  walk_id      text,
  is_walked    boolean not null default false,
  -- Every CVE up to this change is matched with every profile.
  matched_to   bigint not null default 0,
  -- Which services reach which CIs must be found anew since then.
  reach_stale  timestamptz,
  reach_at     timestamptz
);

-- Instances and servers that changed, and wait to be read again.
create table exposure_work (
  tenant_id  text not null,
  ci_id      text not null,
  saves      integer not null default 1,
  tries      integer not null default 0,
  since      timestamptz not null default now(),
  not_before timestamptz not null default now(),
  primary key (tenant_id, ci_id)
);
create index exposure_work_due on exposure_work (tenant_id, not_before);
create index exposure_work_parked on exposure_work (tenant_id) where tries >= 6;

-- A program as it is matched: instances that do not differ in this share their findings.
create table exposure_profiles (
  id          text primary key,
  tenant_id   text not null,
  product_key text collate "C" not null,
  cpe_name    text not null,
  version     text,
  kind        text not null,
  -- Name of a deb or rpm package.
  package     text,
  os_name     text,
  os_version  text,
  arch        text,
  -- Companions on the same server: a list of {cpeName, version, kind}.
  others      json not null,
  -- False until it is matched with all CVEs.
  is_matched  boolean not null default false,
  tries       integer not null default 0,
  not_before  timestamptz not null default now()
);
create index exposure_profiles_product on exposure_profiles (product_key, tenant_id);
create index exposure_profiles_unmatched on exposure_profiles (tenant_id, product_key, id) where not is_matched and tries = 0;
create index exposure_profiles_failed on exposure_profiles (tenant_id, not_before) where not is_matched and tries > 0;
create index exposure_profiles_tenant on exposure_profiles (tenant_id);

create table exposure_hosts (
  tenant_id  text not null,
  ci_id      text not null,
  name       text not null,
  os_name    text,
  os_version text,
  arch       text,
  -- Listening ports, and whether an address is public.
  ports      integer not null,
  is_public  boolean not null,
  primary key (tenant_id, ci_id)
);

create table exposure_instances (
  tenant_id   text not null,
  ci_id       text not null,
  name        text not null,
  server_id   text,
  software_id text,
  profile_id  text not null references exposure_profiles,
  primary key (tenant_id, ci_id)
);
create index exposure_instances_profile on exposure_instances (profile_id);
create index exposure_instances_server on exposure_instances (tenant_id, server_id);
create index exposure_instances_software on exposure_instances (tenant_id, software_id);

create table exposure_findings (
  tenant_id  text not null,
  profile_id text not null references exposure_profiles on delete cascade,
  cve        text collate "C" not null,
  status     text not null check (status in ('affected', 'possible', 'fixed')),
  reason     text not null,
  criterion  text,
  found_at   timestamptz not null default now(),
  primary key (profile_id, cve)
);
create index exposure_findings_cve on exposure_findings (tenant_id, cve, status);

-- The result, instance by instance.
create view exposure_results as
  select i.tenant_id, i.ci_id, i.name, i.server_id, i.software_id, i.profile_id, f.cve, f.status, f.reason, f.criterion,
         f.found_at
  from exposure_instances i join exposure_findings f on f.profile_id = i.profile_id;

-- Of which instance and CVE `vulnerability.found` was told.
create table exposure_told (
  tenant_id text not null,
  ci_id     text not null,
  cve       text collate "C" not null,
  primary key (tenant_id, ci_id, cve)
);

-- `ci_id` is a server, an instance, or empty for all.
create table vulnerability_decisions (
  tenant_id  text not null,
  cve        text collate "C" not null,
  ci_id      text not null default '',
  decision   text not null check (decision in ('accepted', 'false_positive', 'mitigated')),
  reason     text not null,
  -- Exclusive; null: without end.
  until      timestamptz,
  decided_at timestamptz not null,
  decided_by text not null,
  is_over_told boolean not null default false,
  primary key (tenant_id, cve, ci_id)
);
create index vulnerability_decisions_until on vulnerability_decisions (until) where until is not null and not is_over_told;

-- Which business services need a CI, as a traversal found them last; for lists, which show many CVEs at once.
create table exposure_reach (
  tenant_id  text not null,
  ci_id      text not null,
  service_id text not null,
  primary key (tenant_id, ci_id, service_id)
);
