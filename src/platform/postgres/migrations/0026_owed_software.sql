-- What a save of a mapping still requires of the tenant's instances: due while `reapply_version` is ahead of
-- `applied_version`. Older versions recorded neither: every tenant's mappings are applied once more.
alter table software_mapping_versions add column if not exists reapply_version bigint not null default 1;
alter table software_mapping_versions add column if not exists applied_version bigint not null default 0;
-- When the last such save began: the processes have read the mappings some seconds later.
alter table software_mapping_versions add column if not exists changed_at timestamptz not null default now();
alter table software_mapping_versions add column if not exists applied_at timestamptz;
-- Where the run under way goes on, {version, at, id}.
alter table software_mapping_versions add column if not exists place json;

-- An item that a store could not answer for goes behind the others for a while.
alter table software_work add column if not exists tries integer not null default 0;
alter table software_work add column if not exists not_before timestamptz not null default now();

-- An item that failed for good stays, with the reason, until a scan queues the CI again.
alter table insight_work add column if not exists failed_at timestamptz;
alter table insight_work add column if not exists error text;
create index if not exists insight_work_failed on insight_work (tenant_id, failed_at) where failed_at is not null;

-- A run that a store did not answer for lets the tenant's other runs go first.
alter table process_mapping_runs add column if not exists put_off_at timestamptz;
create index if not exists process_mapping_runs_due on process_mapping_runs (tenant_id)
  where status in ('queued', 'running');
create index if not exists insight_work_tenant on insight_work (tenant_id, not_before);
