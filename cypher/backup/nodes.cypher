// One page of a tenant's CIs, living or deleted, whole, with the identifiers that they are found by and their CPE names.
//
// @access  READ
// @param   $tenantId String
// @param   $after    String   the last id of the page before
// @param   $limit    Integer
// @literal label Word CI|DeletedCI
// @returns labels List<String>, properties Map, identifiers List<Map> {kind, value}, cpes List<Map> {entry, link}
MATCH (n:CI/*label*/)
WHERE n.tenant = $tenantId AND n.id > $after
WITH n ORDER BY n.tenant, n.id LIMIT $limit
RETURN labels(n) AS labels, properties(n) AS properties,
       COLLECT { MATCH (n)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers,
       COLLECT { MATCH (n)-[r:HAS_CPE]->(e:CpeEntry) RETURN {entry: properties(e), link: properties(r)} } AS cpes
