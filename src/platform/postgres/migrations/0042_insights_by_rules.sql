-- Insights of a CI come from rules too, where no model made any: one record a CI, by whoever made it last.
alter table ci_insights add column if not exists source text not null default 'model' check (source in ('model', 'rules'));
alter table ci_insights add column if not exists summary text;
alter table ci_insights add column if not exists recommendations json not null default '[]';
