// Writes changed properties of a relationship. Its ends are locked. null removes a property.
//
// @access  WRITE
// @param   $tenantId   String
// @param   $id         String
// @param   $properties Map
// @literal type Type allTypes
// @returns id String
MATCH (a)-[r:DEPENDS_ON/*type*/]->(b)
USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = $id
SET r += $properties
FOREACH (_ IN CASE WHEN $properties.aiFound IS NULL THEN [] ELSE [1] END | SET a:AiLinked, b:AiLinked)
FOREACH (_ IN CASE WHEN $properties.redundancyGroup IS NULL THEN [] ELSE [1] END | SET a:Grouped, b:Grouped)
RETURN r.id AS id
