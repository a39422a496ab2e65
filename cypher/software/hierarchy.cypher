// One page of a tenant's CIs of a type in the order in which they were made: what each refers to, whether that is there,
// and what it is linked to.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String   software_instance or software
// @param   $above    String   type of what it belongs to: software or software_family
// @param   $family   String|null
// @param   $at       String   creation of the last of the page before
// @param   $id       String   its id
// @param   $limit    Integer
// @returns id, createdAt, reference String|null, stands Boolean, linked List<String>
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= $at AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt = $at THEN c.id > $id ELSE true END
  AND ($family IS NULL OR coalesce(c.`attributes.family`, c.`attributes.software_family`) = $family)
WITH c ORDER BY c.tenant, c.type, c.createdAt, c.id LIMIT $limit
WITH c, toString(CASE $type WHEN 'software' THEN c.`attributes.family_id` ELSE c.`attributes.software_id` END) AS reference
RETURN c.id AS id, c.createdAt AS createdAt, reference,
       EXISTS { MATCH (t:CI {tenant: $tenantId, id: reference}) WHERE t.type = $above } AS stands,
       COLLECT {
         MATCH (c)-[:INSTANCE_OF|MEMBER_OF]->(t:CI) WHERE t.type = $above RETURN t.id AS above ORDER BY above LIMIT 10
       } AS linked
