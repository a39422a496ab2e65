-- A user's time-based one-time passwords (RFC 6238). Asked for at login once confirmed; disabling deletes the row.
create table second_factors (
  user_id       text primary key references users on delete cascade,
  -- Base64, sealed under the root secret and bound to the user.
  sealed_secret text not null,
  created_at    timestamptz not null,
  confirmed_at  timestamptz,
  -- Number of the newest step whose code was used; it and those before it are used up.
  last_step     bigint not null default 0
);

-- A used code is a deleted row.
create table recovery_codes (
  user_id text not null references second_factors on delete cascade,
  -- SHA-256 of the user's id and the code.
  hash    bytea not null,
  primary key (user_id, hash)
);
