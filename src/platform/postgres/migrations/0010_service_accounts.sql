-- Programs that prove who they are by a signature. A revoked account is a deleted row.
create table service_accounts (
  id         text primary key,
  tenant_id  text not null references tenants on delete cascade,
  -- Its maker, with whom it goes.
  user_id    text not null references users on delete cascade,
  name       text not null,
  scopes     text[] not null,
  -- PEM, SubjectPublicKeyInfo.
  public_key text not null,
  created_at timestamptz not null
);
create index service_accounts_list on service_accounts (tenant_id, created_at, id);
create index service_accounts_user on service_accounts (user_id);

-- The assertions that were exchanged, as far as they have a jti: each is accepted once.
create table used_assertions (
  account_id text not null references service_accounts on delete cascade,
  -- SHA-256 of the jti.
  jti_hash   bytea not null,
  -- From then on its own expiry keeps the assertion out.
  expires_at timestamptz not null,
  primary key (account_id, jti_hash)
);
create index used_assertions_expiry on used_assertions (expires_at);
