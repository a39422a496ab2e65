// The business services among some CIs.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, name String, criticality String|null
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
WHERE c.type = 'business_service'
RETURN c.id AS id, c.name AS name, toString(c.`attributes.criticality`) AS criticality
ORDER BY name, id
