// Lists of one type of a tenant's own in order of creation: all these types share the graph type RELATED.

CREATE INDEX rel_related_kind_created IF NOT EXISTS FOR ()-[r:RELATED]-() ON (r.tenant, r.kind, r.createdAt, r.id);
