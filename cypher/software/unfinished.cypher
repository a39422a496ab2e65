// One page of a tenant's CIs of a type in the order in which they were made, and what the pipeline has given them.
//
//   The bound and the order are spelled in the columns of one index, so that each page is an ordered seek.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String   software_instance or software
// @param   $at       String   creation of the last of the page before
// @param   $id       String   its id
// @param   $limit    Integer
// @returns id String, createdAt String, softwareId, familyId, enrichmentStatus
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= $at AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt = $at THEN c.id > $id ELSE true END
WITH c ORDER BY c.tenant, c.type, c.createdAt, c.id LIMIT $limit
RETURN c.id AS id, c.createdAt AS createdAt, toString(c.`attributes.software_id`) AS softwareId,
       toString(c.`attributes.family_id`) AS familyId, toString(c.`attributes.enrichment_status`) AS enrichmentStatus
