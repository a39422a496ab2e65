-- Whose data a row is. Everything below a tenant goes with it.
create table tenants (
  id         text primary key,
  name       text not null,
  -- The name as it is compared: normalised and lower case, made by the service so that no collation has a say.
  name_key   text not null constraint tenants_name_unique unique,
  created_at timestamptz not null
);
