// Relationships of the given CIs with other CIs, in both directions, with all properties. A relationship between two given
// CIs is returned twice.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns type String, source String, target String, properties Map
UNWIND $ids AS id
MATCH (a:CI {tenant: $tenantId, id: id})-[r]-(b:CI)
RETURN type(r) AS type, startNode(r).id AS source, endNode(r).id AS target, properties(r) AS properties
