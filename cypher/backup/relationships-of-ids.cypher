// Relationships between the given CIs and any CIs, in both directions, whole. One between two of them comes twice.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns type String, source String, target String, properties Map
UNWIND $ids AS id
MATCH (a:CI {tenant: $tenantId, id: id})-[r]-(b:CI)
RETURN type(r) AS type, startNode(r).id AS source, endNode(r).id AS target, properties(r) AS properties
