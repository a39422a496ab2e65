-- Requests counted in the windows of section 8 of the interface specification, one row for each caller and group of
-- requests. Unlogged: writing it costs no log, and a crash of the database empties it, which lets every caller begin
-- its windows anew and harms nobody. Only half of each page is filled, so that a row is rewritten in its own page.
create unlogged table rate_counts (
  -- A credential of a tenant, or the address of whoever logs in; kept while its windows last, and up to an hour more.
  caller        text not null,
  request_group text not null,
  -- Times are milliseconds of Unix time. No hour's limit and end where only a minute's window holds.
  hour_limit    bigint,
  hour_used     bigint not null,
  hour_ends     bigint,
  minute_limit  bigint not null,
  minute_used   bigint not null,
  minute_ends   bigint not null,
  -- How many of the requests that came last, together, were let through.
  granted       bigint not null,
  primary key (caller, request_group)
) with (fillfactor = 50);

-- Failed attempts to log in, by account and address. Who has no account is counted like who has one, so neither table
-- nor answer tells which there are.
create table login_attempts (
  -- Keyed hash of the tenant and the email as they were sent.
  account     bytea not null,
  -- Keyed hash of the address; empty in the one row that counts over all addresses.
  address     bytea not null,
  -- In a row.
  failures    integer not null,
  last_at     timestamptz not null,
  -- Attempts before that are refused unread.
  waits_until timestamptz,
  -- 30 days after the last success from there.
  known_until timestamptz,
  primary key (account, address)
);
create index login_attempts_last on login_attempts (last_at);
