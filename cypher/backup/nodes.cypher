// One page of a tenant's living or deleted CIs: all properties, labels, identifiers and CPE names.
//
// @access  READ
// @param   $tenantId String
// @param   $afterId  String   the last id of the page before
// @param   $limit    Integer
// @literal label Word CI|DeletedCI
// @returns labels List<String>, properties Map, identifiers List<Map> {kind, value}, cpes List<Map> {entry, link}
MATCH (n:CI/*label*/)
WHERE n.tenant = $tenantId AND n.id > $afterId
WITH n ORDER BY n.tenant, n.id LIMIT $limit
RETURN labels(n) AS labels, properties(n) AS properties,
       COLLECT { MATCH (n)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers,
       COLLECT { MATCH (n)-[r:HAS_CPE]->(e:CpeEntry) RETURN {entry: properties(e), link: properties(r)} } AS cpes
