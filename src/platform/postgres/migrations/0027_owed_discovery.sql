-- The tenant's running scans take turns: the one whose last turn began first is next.
alter table scans add column if not exists turn_at timestamptz not null default now();
-- A process works on the scan until then.
alter table scans add column if not exists leased_until timestamptz not null default '-infinity';
-- Turns that began since the last progress and that no outage ended.
alter table scans add column if not exists tries integer not null default 0;
create index if not exists scans_turns on scans (tenant_id, turn_at, id) where status = 'running';

-- When the address is to be looked up: null once it was found to belong to no CI, until a CI appears there.
alter table unresolved_peers add column if not exists due_at timestamptz default now();
-- Grows with each reason to look it up: one that arises during a look-up is not lost.
alter table unresolved_peers add column if not exists mark bigint not null default 1;
create index if not exists unresolved_peers_due on unresolved_peers (tenant_id, due_at) where due_at is not null;
-- Of one CI, to replace and settle its addresses.
create index if not exists unresolved_peers_ci on unresolved_peers (tenant_id, ci_id);
