// Living or deleted CIs of a tenant by id: all properties, labels, identifiers and CPE names.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @literal label Word CI|DeletedCI
// @returns labels List<String>, properties Map, identifiers List<Map> {kind, value}, cpes List<Map> {entry, link}
UNWIND $ids AS id
MATCH (n:CI/*label*/ {tenant: $tenantId, id: id})
RETURN labels(n) AS labels, properties(n) AS properties,
       COLLECT { MATCH (n)-[:IDENTIFIED_BY]->(i:Identifier) RETURN i {.kind, .value} } AS identifiers,
       COLLECT { MATCH (n)-[r:HAS_CPE]->(e:CpeEntry) RETURN {entry: properties(e), link: properties(r)} } AS cpes
