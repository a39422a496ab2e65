-- For figures of the whole installation.
create index ai_queries_newest on ai_queries (created_at);
