alter table access_keys
  -- When it was used last, give or take a minute; written in batches.
  add column if not exists last_used_at timestamptz,
  -- Addresses and CIDR ranges that it may be used from; null for everywhere.
  add column if not exists allowed_ips text[];

-- The key that is not retired signs. A retired one verifies until all that it signed has expired; its private part is gone.
alter table signing_keys
  alter column sealed_private_key drop not null,
  add column if not exists retired_at timestamptz;
update signing_keys set retired_at = now(), sealed_private_key = null
  where kid <> (select kid from signing_keys order by created_at desc, kid limit 1);
create unique index if not exists signing_keys_current on signing_keys ((true)) where retired_at is null;
