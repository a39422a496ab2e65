// Restores relationships from a backup. A relationship without one of its two CIs is skipped and not counted.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {type, source, target, properties}
// @returns written Integer
UNWIND $items AS item
MATCH (a:CI {tenant: $tenantId, id: item.source})
MATCH (b:CI {tenant: $tenantId, id: item.target})
MERGE (a)-[r:$(item.type) {key: item.properties.key}]->(b)
SET r = item.properties
FOREACH (_ IN CASE WHEN item.properties.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
FOREACH (_ IN CASE WHEN item.properties.redundancyGroup IS NULL THEN [] ELSE [1] END | SET a:Grouped, b:Grouped)
RETURN count(r) AS written
