// The business services among some CIs.
//
//   A map instead of a list: the planner makes a new plan for every power of ten that the length of a list reaches.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      Map      a key for each CI
// @returns id String, name String, criticality String|null
MATCH (c:CI)
USING INDEX SEEK c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id IN keys($ids) AND c.type = 'business_service'
RETURN c.id AS id, c.name AS name, toString(c.`attributes.criticality`) AS criticality
ORDER BY name, id
