-- Times that the stores worked and yet did not do the work in time: of a host's connections, and of a run without progress.
alter table unresolved_peers add column if not exists tries integer not null default 0;
alter table process_mapping_runs add column if not exists tries integer not null default 0;

-- Runs that ended without giving the report back: its process died.
alter table reports add column if not exists deaths integer not null default 0;

-- What failed six times, for the operator.
create index if not exists unresolved_peers_parked on unresolved_peers (tenant_id) where tries >= 6;
create index if not exists software_work_parked on software_work (tenant_id) where tries >= 6;
create index if not exists reports_parked on reports (tenant_id, completed_at) where tries >= 6;
