-- What people said of relationships that were proposed: the last word of each. A rejected one is not proposed again.
create table if not exists proposal_verdicts (
  tenant_id       text not null,
  relationship_id text collate "C" not null,
  source_id       text collate "C" not null,
  target_id       text collate "C" not null,
  type            text not null,
  verdict         text not null check (verdict in ('confirm', 'reject')),
  comment         text,
  actor           text not null,
  at              timestamptz not null,
  -- When the graph followed; null while that is owed.
  applied_at      timestamptz,
  primary key (tenant_id, relationship_id)
);
create index if not exists proposal_verdicts_ends on proposal_verdicts (tenant_id, source_id, target_id);
create index if not exists proposal_verdicts_target on proposal_verdicts (tenant_id, target_id);
create index if not exists proposal_verdicts_owed on proposal_verdicts (at) where applied_at is null;

-- CIs whose connections or fields changed; done while `round` = `done_round`. The row stays, to tell a CI once looked at.
create table if not exists proposal_work (
  tenant_id  text not null,
  ci_id      text collate "C" not null,
  round      bigint not null default 1,
  done_round bigint not null default 0,
  primary key (tenant_id, ci_id)
);
create index if not exists proposal_work_due on proposal_work (tenant_id, ci_id) where round > done_round;
