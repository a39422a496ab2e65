create table users (
  id            text primary key,
  tenant_id     text not null references tenants on delete cascade,
  email         text not null,
  -- As it is compared: normalised and lower case.
  email_key     text not null,
  -- argon2id in its encoded form, with its parameters and salt.
  password_hash text not null,
  scopes        text[] not null,
  -- Has every scope, those of later versions too.
  administrator boolean not null,
  created_at    timestamptz not null,
  constraint users_email_unique unique (tenant_id, email_key)
);
-- A login that names no tenant looks in all of them.
create index users_email on users (email_key);

-- Keys that programs carry: API keys (of a user, or of the installation's operator where user_id is null) and
-- discovery tokens (of the tenant). A revoked key is a deleted row.
create table access_keys (
  id          text primary key,
  tenant_id   text not null references tenants on delete cascade,
  kind        text not null check (kind in ('api_key', 'discovery_token')),
  user_id     text references users on delete cascade,
  name        text not null,
  description text,
  scopes      text[] not null,
  -- SHA-256 of the whole key.
  hash        bytea not null constraint access_keys_hash_unique unique,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index access_keys_list on access_keys (tenant_id, kind, created_at, id);
create index access_keys_user on access_keys (user_id);

-- One login and every refresh after it, the family of its refresh tokens.
create table login_sessions (
  id         text primary key,
  user_id    text not null references users on delete cascade,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index login_sessions_user on login_sessions (user_id);

create table refresh_tokens (
  -- SHA-256 of the whole token.
  hash       bytea primary key,
  session_id text not null references login_sessions on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

-- The newest signs; each verifies what names it.
create table signing_keys (
  kid                text primary key,
  public_key         text not null,
  -- PKCS #8, sealed under the root secret and bound to the kid.
  sealed_private_key text not null,
  created_at         timestamptz not null
);
