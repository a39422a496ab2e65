-- Answers of creating requests, kept for a day under the caller's Idempotency-Key.
create table if not exists idempotency_keys (
  tenant_id   text        not null references tenants on delete cascade,
  route       text        not null,
  key         text        not null,
  -- Digest of path, query, media type and body.
  fingerprint text        not null,
  -- The try that holds the key; another one may have taken it over since.
  claim_id    text        not null,
  started_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  -- Null while the first try runs.
  status      integer,
  headers     jsonb,
  body        text,
  -- Id of the thing whose secret was shown once; then there is no body.
  secret_of   text,
  primary key (tenant_id, route, key)
);

create index if not exists idempotency_keys_expiry on idempotency_keys (expires_at);
