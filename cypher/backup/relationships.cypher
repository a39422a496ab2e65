// Outgoing relationships of the given CIs, with all properties.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns type String, source String, target String, properties Map
UNWIND $ids AS id
MATCH (a:CI {tenant: $tenantId, id: id})-[r]->(b:CI)
RETURN type(r) AS type, id AS source, b.id AS target, properties(r) AS properties
