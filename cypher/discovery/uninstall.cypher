// Instances that are gone from their server: unlinked, and inactive unless a person has said what they are. What a person
// linked stays.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, serverId, deactivate}, sorted by id
// @param   $at       String
// @param   $actor    String
// @returns id String, relationshipId String, serverId String
UNWIND $items AS item
MATCH (instance:CI {tenant: $tenantId, id: item.id})-[r:INSTALLED_ON]->(server:CI {tenant: $tenantId, id: item.serverId})
WHERE r.discoveredBy STARTS WITH 'scan:'
WITH instance, r, item, r.id AS relationshipId
FOREACH (_ IN CASE WHEN item.deactivate THEN [1] ELSE [] END |
  SET instance.status = 'inactive', instance.version = instance.version + 1, instance.updatedAt = $at,
      instance.updatedBy = $actor)
DELETE r
RETURN item.id AS id, relationshipId, item.serverId AS serverId
