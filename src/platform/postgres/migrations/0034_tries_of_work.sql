-- Times that the stores worked and yet did not do the work in time: of a host's connections, and of a run without progress.
alter table unresolved_peers add column if not exists tries integer not null default 0;
alter table process_mapping_runs add column if not exists tries integer not null default 0;
