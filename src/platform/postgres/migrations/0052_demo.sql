-- What a tenant was last asked to do with the demo estate, and how far it got; see src/features/demo. Whether the estate is
-- there, the graph knows.
create table demo_requests (
  tenant_id     text primary key,
  wanted        text not null check (wanted in ('loaded', 'removed')),
  asked_at      timestamptz not null,
  -- Null: it is still owed.
  done_at       timestamptz,
  -- The run that is at it, and until when it holds unless it says again that it lives.
  attempt       text,
  claimed_until timestamptz,
  tries         integer not null default 0,
  not_before    timestamptz not null default now(),
  -- Why the last try failed.
  error         text
);
create index demo_requests_owed on demo_requests (not_before) where done_at is null;

create or replace function stream_demo() returns trigger language plpgsql as $$
begin
  perform stream_note(new.tenant_id, 'demo', jsonb_build_object('id', new.tenant_id, 'wanted', new.wanted,
    'status', case when new.done_at is not null then 'done' when new.error is not null then 'failed' else 'running' end));
  return null;
end $$;
create trigger stream_new_demo after insert on demo_requests for each row execute function stream_demo();
create trigger stream_changed_demo after update on demo_requests for each row
  when ((new.wanted, new.asked_at, new.done_at, new.error) is distinct from
    (old.wanted, old.asked_at, old.done_at, old.error))
  execute function stream_demo();
