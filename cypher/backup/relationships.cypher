// Relationships that go out from CIs to CIs, whole.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns type String, source String, target String, properties Map
UNWIND $ids AS id
MATCH (a:CI {tenant: $tenantId, id: id})-[r]->(b:CI)
RETURN type(r) AS type, id AS source, b.id AS target, properties(r) AS properties
