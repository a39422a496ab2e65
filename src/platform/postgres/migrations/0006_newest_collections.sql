-- Which kinds of records the newest report of a scanner held: a report that repeats the one before is no new collection,
-- but the collection that it repeats is as fresh as the report.
alter table sightings add column if not exists kinds text[] not null default '{}';

-- Hosts that have not been seen for long, scanner by scanner.
create index if not exists sightings_last_seen on sightings (tenant_id, last_seen);
create index if not exists scans_completed on scans (tenant_id, scanner_id, observed_at) where status = 'completed';
