// Instances that are gone from their server: unlinked, and inactive unless a person has said what they are. What a person
// linked stays.
//
//   The link is found by its key: from the server, each instance would cost a look at all that is installed there.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, serverId, key, deactivate}, sorted by id; the instances are locked
// @param   $at       String
// @param   $actor    String
// @returns id String, relationshipId String, serverId String
UNWIND $items AS item
MATCH (instance)-[r:INSTALLED_ON]->(server)
USING INDEX SEEK r:INSTALLED_ON(key)
WHERE r.key = item.key AND r.tenant = $tenantId AND r.discoveredBy STARTS WITH 'scan:'
WITH instance, r, item, r.id AS relationshipId
FOREACH (_ IN CASE WHEN item.deactivate THEN [1] ELSE [] END |
  SET instance:Inactive, instance.status = 'inactive', instance.version = instance.version + 1, instance.updatedAt = $at,
      instance.updatedBy = $actor)
DELETE r
RETURN item.id AS id, relationshipId, item.serverId AS serverId
