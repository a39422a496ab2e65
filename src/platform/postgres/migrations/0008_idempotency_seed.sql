alter table idempotency_keys
  -- What ids derive from besides the key: the same for every try of a day, and another one the next time the key is used.
  add column if not exists seed text not null default gen_random_uuid()::text,
  -- The last try was refused with an answer that is not kept: the next one runs at once.
  add column if not exists is_free boolean not null default false;
