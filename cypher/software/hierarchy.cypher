// One page of a tenant's CIs of one type in the order of their creation: the parent that each refers to, whether the parent
// exists, and the parents that each is linked to.
//
// @access  READ
// @param   $tenantId       String
// @param   $type           String       software_instance or software
// @param   $parentType     String       software or software_family
// @param   $family         String|null
// @param   $afterCreatedAt String       creation time of the last CI of the page before
// @param   $afterId        String       id of that CI
// @param   $limit          Integer
// @literal maxParents Integer 10..10  parents returned for each CI
// @returns id, createdAt, reference String|null, parentExists Boolean, linked List<String>
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt >= $afterCreatedAt AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt = $afterCreatedAt THEN c.id > $afterId ELSE true END
  AND ($family IS NULL OR coalesce(c.`attributes.family`, c.`attributes.software_family`) = $family)
WITH c ORDER BY c.tenant, c.type, c.createdAt, c.id LIMIT $limit
WITH c, toString(CASE $type WHEN 'software' THEN c.`attributes.family_id` ELSE c.`attributes.software_id` END) AS reference
RETURN c.id AS id, c.createdAt AS createdAt, reference,
       EXISTS { MATCH (t:CI {tenant: $tenantId, id: reference}) WHERE t.type = $parentType } AS parentExists,
       COLLECT {
         MATCH (c)-[:INSTANCE_OF|MEMBER_OF]->(t:CI) WHERE t.type = $parentType RETURN t.id AS parentId ORDER BY parentId LIMIT 10/*maxParents*/
       } AS linked
