-- Tenants that wait for a look-up, so that they take turns. Deleted once the look-up is answered.
create table if not exists software_look_up_requests (
  tenant_id text collate "C" not null,
  key       text collate "C" not null references software_look_ups on delete cascade,
  primary key (tenant_id, key)
);
create index if not exists software_look_up_requests_key on software_look_up_requests (key);
insert into software_look_up_requests (tenant_id, key)
select distinct m.tenant_id, l.key from software_look_ups l
join software_cpe_matches m on m.look_up_key = l.key and m.match = 'none'
where l.state in ('waiting', 'unanswered')
on conflict do nothing;

-- Times that the stores took writes and yet did not process the host in time.
alter table raw_scan_records add column if not exists tries integer not null default 0;
