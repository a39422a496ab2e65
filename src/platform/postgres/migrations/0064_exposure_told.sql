-- When an instance and CVE was told of by a message of its own; null: by one that gathers many, or longer ago.
alter table exposure_told add column told_at timestamptz;
create index exposure_told_singly on exposure_told (tenant_id, told_at) where told_at is not null;
-- Found and not told of yet: waits for the next message that gathers many.
alter table exposure_told add column is_gathered boolean not null default false;
create index exposure_told_gathered on exposure_told (tenant_id) where is_gathered;
-- Whether a tenant has such, and when it was sent the last message that gathers many.
alter table exposure_tenants add column has_gathered boolean not null default false;
alter table exposure_tenants add column gathered_told_at timestamptz;
