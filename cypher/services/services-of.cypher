// Business services that CIs are part of. Links that a model found are omitted.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns ciId String, services List<String>
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})-[r:PART_OF]->(s:CI)
WHERE r.aiFound IS NULL AND s.type = 'business_service'
RETURN c.id AS ciId, collect(DISTINCT s.id) AS services
