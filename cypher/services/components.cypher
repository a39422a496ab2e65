// Components of business services: CIs that are part of them, oldest link first. Links that a model found are omitted.
//
//   (web)-[:PART_OF {role: 'frontend'}]->(shop:business_service)
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>  business services
// @param   $maxComponents Integer       components of one service
// @returns serviceId String, components List<Map> {relationshipId, ciId, name, type, status, attributes JSON text}
UNWIND $ids AS id
MATCH (s:CI {tenant: $tenantId, id: id})
RETURN s.id AS serviceId,
       COLLECT {
         MATCH (s)<-[r:PART_OF]-(c:CI)
         WHERE r.aiFound IS NULL
         WITH r, c ORDER BY r.createdAt, r.id LIMIT $maxComponents
         RETURN {relationshipId: r.id, ciId: c.id, name: c.name, type: c.type, status: c.status, attributes: r.attributes}
       } AS components
