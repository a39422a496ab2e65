-- What people decided about reports that identify no host, see src/features/discovery/parked. The same report of the same
-- scanner follows the decision from then on.
create table parked_decisions (
  tenant_id    text not null,
  scanner_id   text not null,
  content_hash text not null,
  -- The CI that the host is; null: dismissed.
  ci_id        text,
  decided_by   text not null,
  decided_at   timestamptz not null default now(),
  primary key (tenant_id, scanner_id, content_hash)
);
-- For the removal of CIs that can no longer be restored.
create index parked_decisions_cis on parked_decisions (tenant_id, ci_id) where ci_id is not null;
-- The queue, and all reports with one content.
create index raw_scan_records_parked_newest on raw_scan_records (tenant_id, created_at desc, id desc) where status = 'parked';
create index raw_scan_records_parked_content on raw_scan_records (tenant_id, content_hash) where status = 'parked';
