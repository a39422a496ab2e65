-- What AI operations answered callers with, each once: also where it failed, and where rules answered.
create table ai_queries (
  tenant_id         text not null,
  id                text collate "C" not null,
  actor             text not null,
  operation         text not null,
  -- Without secrets, and cut; null where the operation has none.
  question          text,
  status            text not null check (status in ('completed', 'failed')),
  -- Null where it failed.
  source            text check (source in ('model', 'rules')),
  confidence        real check (confidence between 0 and 1),
  -- A model was asked and gave nothing of use.
  fell_back         boolean not null,
  -- The query form that a question was understood as.
  plan              jsonb,
  latency_ms        integer not null,
  -- HTTP requests to the model service, and what they used; null where the service tells no tokens, or no price is configured.
  model_requests    integer not null,
  prompt_tokens     bigint,
  completion_tokens bigint,
  cost              numeric(16, 8),
  created_at        timestamptz not null,
  primary key (tenant_id, id)
);
create index ai_queries_created on ai_queries (tenant_id, created_at, id);

-- What callers say of answers: the last word of each.
create table ai_feedback (
  tenant_id  text not null,
  query_id   text collate "C" not null,
  actor      text not null,
  id         text collate "C" not null,
  rating     text not null check (rating in ('up', 'down')),
  comment    text,
  created_at timestamptz not null,
  primary key (tenant_id, query_id, actor),
  foreign key (tenant_id, query_id) references ai_queries (tenant_id, id) on delete cascade
);

-- For what a question to the model service was asked: a row of `ai_queries`, or an enrichment run.
alter table model_calls add column query_id text collate "C", add column run_id text collate "C";
create index model_calls_query on model_calls (query_id) where query_id is not null;
create index model_calls_run on model_calls (run_id) where run_id is not null;

-- Questions were the first operation, with tables of their own.
insert into ai_queries (tenant_id, id, actor, operation, question, status, source, fell_back, plan, latency_ms,
  model_requests, created_at)
select tenant_id, id, actor, 'questions', query, 'completed', source, false, plan, took_ms, 0, created_at from questions;
insert into ai_feedback (tenant_id, query_id, actor, id, rating, comment, created_at)
select tenant_id, question_id, actor, id, rating, comment, created_at from question_feedback;
drop table question_feedback;
drop table questions;
