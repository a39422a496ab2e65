-- One submission of a scanner.
create table if not exists scans (
  tenant_id text not null,
  id text not null,
  scanner_id text not null,
  scan_type text not null,
  format text not null,
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  observed_at timestamptz not null,
  hosts integer not null,
  error text,
  actor text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  progress_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (tenant_id, id)
);
create index if not exists scans_created on scans (tenant_id, created_at desc, id desc);
create index if not exists scans_running on scans (progress_at) where status = 'running';

-- Each host of a submission as it came, and what became of it.
create table if not exists raw_scan_records (
  tenant_id text not null,
  id text not null,
  scan_id text not null,
  position integer not null,
  hostname text,
  ip_address text,
  payload json not null,
  content_hash text not null,
  source_class text not null,
  status text not null default 'pending' check (status in ('pending', 'processed', 'failed', 'parked')),
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'parked', 'failed')),
  ci_id text,
  decision json,
  error text,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
create index if not exists raw_scan_records_scan on raw_scan_records (tenant_id, scan_id, position);
create index if not exists raw_scan_records_created on raw_scan_records (tenant_id, created_at desc, id desc);

-- The last time that a scanner saw a host: one row a host and scanner, however often it is seen.
create table if not exists sightings (
  tenant_id text not null,
  ci_id text not null,
  scanner_id text not null,
  source_class text not null,
  scan_id text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (tenant_id, ci_id, scanner_id)
);

-- What a host's newest collection of each kind holds. `key` tells the things of one kind on one host apart.
create table if not exists inventory_records (
  tenant_id text not null,
  ci_id text not null,
  kind text not null check (kind in
    ('disks', 'user_accounts', 'network_connections', 'network_adapters', 'processes', 'installed_applications')),
  key text not null,
  id uuid not null default gen_random_uuid(),
  position integer not null,
  fields jsonb not null,
  software_instance_ci_id text,
  first_seen timestamptz not null,
  collected_at timestamptz not null,
  primary key (tenant_id, ci_id, kind, key)
);

-- When a kind was last collected on a host: an older collection does not replace a newer one.
create table if not exists collections (
  tenant_id text not null,
  ci_id text not null,
  kind text not null,
  scanner_id text not null,
  collected_at timestamptz not null,
  primary key (tenant_id, ci_id, kind)
);

-- Addresses that hosts talk to and that no CI has yet: looked at again when a CI with the address appears.
create table if not exists unresolved_peers (
  tenant_id text not null,
  ip text not null,
  ci_id text not null,
  primary key (tenant_id, ip, ci_id)
);
