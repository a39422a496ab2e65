-- Applications that act for users by the authorization code grant of OAuth 2.0 (RFC 6749). A revoked one is a deleted row.
create table oauth_clients (
  -- The client_id.
  id            text primary key,
  tenant_id     text not null references tenants on delete cascade,
  -- Its maker, with whom it goes.
  user_id       text not null references users on delete cascade,
  name          text not null,
  -- Compared character by character.
  redirect_uris text[] not null,
  -- The most that it may be given.
  scopes        text[] not null,
  -- SHA-256 of the client's secret; null where it is public.
  secret_hash   bytea,
  created_at    timestamptz not null
);
create index oauth_clients_list on oauth_clients (tenant_id, created_at, id);
create index oauth_clients_user on oauth_clients (user_id);

-- A browser on its way through the pages, named by a cookie; with a login once its user has logged in.
create table oauth_browsers (
  -- SHA-256 of the cookie's value.
  hash       bytea primary key,
  session_id text references login_sessions on delete cascade,
  expires_at timestamptz not null
);
create index oauth_browsers_session on oauth_browsers (session_id);
create index oauth_browsers_expiry on oauth_browsers (expires_at);

-- An authorization request for which a page is shown; its form works once, and in its browser alone.
create table oauth_interactions (
  -- SHA-256 of the id in the form.
  hash         bytea primary key,
  browser_hash bytea not null references oauth_browsers on delete cascade,
  parameters   json not null,
  -- What the user is asked to allow; null while the login is asked for.
  scopes       text[],
  expires_at   timestamptz not null
);
create index oauth_interactions_browser on oauth_interactions (browser_hash);
create index oauth_interactions_expiry on oauth_interactions (expires_at);

-- What a user allowed a client. Every code and token hangs on one.
create table oauth_grants (
  id         text primary key,
  client_id  text not null references oauth_clients on delete cascade,
  user_id    text not null references users on delete cascade,
  scopes     text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_user on oauth_grants (user_id);

create table oauth_codes (
  -- SHA-256 of the code.
  hash           bytea primary key,
  grant_id       text not null references oauth_grants on delete cascade,
  redirect_uri   text not null,
  -- By S256 (RFC 7636).
  code_challenge text,
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index oauth_codes_grant on oauth_codes (grant_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

create table oauth_refresh_tokens (
  -- SHA-256 of the whole token.
  hash       bytea primary key,
  grant_id   text not null references oauth_grants on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);
