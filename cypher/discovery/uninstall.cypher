// Instances that are gone from their server: unlinked and inactive. What a person linked stays.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, serverId}, sorted by id
// @param   $at       String
// @param   $actor    String
// @returns ci Map (as before), relationshipId String, serverId String
UNWIND $items AS item
MATCH (instance:CI {tenant: $tenantId, id: item.id})-[r:INSTALLED_ON]->(server:CI {tenant: $tenantId, id: item.serverId})
WHERE r.discoveredBy STARTS WITH 'scan:'
WITH instance, r, item, r.id AS relationshipId,
     instance {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
               .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci
SET instance.status = 'inactive', instance.version = instance.version + 1, instance.updatedAt = $at,
    instance.updatedBy = $actor
DELETE r
RETURN ci, relationshipId, item.serverId AS serverId
