// Creates relationships between locked CIs (relationships/lock-ends).
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {graphType, source, target, properties}, sorted by key
// @returns created Integer
UNWIND $items AS item
MATCH (a:CI {tenant: $tenantId, id: item.source})
MATCH (b:CI {tenant: $tenantId, id: item.target})
CREATE (a)-[r:$(item.graphType)]->(b)
SET r = item.properties, r.tenant = $tenantId
FOREACH (_ IN CASE WHEN item.properties.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
FOREACH (_ IN CASE WHEN item.properties.redundancyGroup IS NULL THEN [] ELSE [1] END | SET a:Grouped, b:Grouped)
RETURN count(r) AS created
