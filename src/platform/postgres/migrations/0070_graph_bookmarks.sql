-- What each process committed last to a cluster of Neo4j; see src/platform/graph/shared-bookmarks.ts. Every process reads
-- after what stands here, whichever member of the cluster answers it.
create table graph_bookmarks (
  -- A process, from its start to its end.
  process    text primary key,
  bookmarks  text[] not null,
  updated_at timestamptz not null default now()
);
