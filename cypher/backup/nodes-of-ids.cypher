// CIs of a tenant by id, whole, living or deleted, with the identifiers that they are found by.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @literal label Word CI|DeletedCI
// @returns labels List<String>, properties Map, identifiers List<Map> {kind, value}
UNWIND $ids AS id
MATCH (n:CI/*label*/ {tenant: $tenantId, id: id})
RETURN labels(n) AS labels, properties(n) AS properties,
       COLLECT { MATCH (n)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers
