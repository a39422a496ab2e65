// Writes changed properties of relationships of one type. Their ends are locked. null removes a property.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, properties}, sorted by id
// @literal type Type allTypes
// @returns updated Integer
UNWIND $items AS item
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = item.id
SET r += item.properties
FOREACH (_ IN CASE WHEN item.properties.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
FOREACH (_ IN CASE WHEN item.properties.redundancyGroup IS NULL THEN [] ELSE [1] END | SET a:Grouped, b:Grouped)
RETURN count(r) AS updated
