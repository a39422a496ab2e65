// The order of a list of one type of a tenant's own: these types share the graph type RELATED.

CREATE INDEX rel_related_kind_created IF NOT EXISTS FOR ()-[r:RELATED]-() ON (r.tenant, r.kind, r.createdAt, r.id);
