-- Reports of hosts that nothing identifies are counted and listed: few among all that was scanned.
create index raw_scan_records_parked on raw_scan_records (tenant_id, scan_id, content_hash) where status = 'parked';
