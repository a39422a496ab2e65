// Every relationship that makes CIs part of a business service, including those that a model found.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String  of the service
// @returns id String, ciId String, attributes String JSON text, aiFound Boolean
MATCH (s:CI {tenant: $tenantId, id: $id})<-[r:PART_OF]-(c:CI)
RETURN r.id AS id, c.id AS ciId, r.attributes AS attributes, r.aiFound IS NOT NULL AS aiFound
ORDER BY r.createdAt, r.id
