// Counts of CIs by type and status are read from this index alone.

CREATE INDEX ci_type_status IF NOT EXISTS FOR (c:CI) ON (c.tenant, c.type, c.status);
