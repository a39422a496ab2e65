// Unlinks instances that are no longer on their server, and deactivates them unless a person described them. Links that a
// person made stay.
//
//   The query finds a link by its key. From the server, each instance would cost a look at everything installed there.
//
// @access  WRITE
// @param   $tenantId  String
// @param   $items     List<Map>  {id, serverId, key, deactivate}, sorted by id; the instances are locked
// @param   $updatedAt String
// @param   $updatedBy String
// @returns id String, relationshipId String, serverId String
UNWIND $items AS item
MATCH (instance)-[r:INSTALLED_ON]->(server)
USING INDEX SEEK r:INSTALLED_ON(key)
WHERE r.key = item.key AND r.tenant = $tenantId AND r.discoveredBy STARTS WITH 'scan:'
WITH instance, r, item, r.id AS relationshipId
FOREACH (_ IN CASE WHEN item.deactivate THEN [1] ELSE [] END |
  SET instance:Inactive, instance.status = 'inactive', instance.version = instance.version + 1, instance.updatedAt = $updatedAt,
      instance.updatedBy = $updatedBy)
DELETE r
RETURN item.id AS id, relationshipId, item.serverId AS serverId
