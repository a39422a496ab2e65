// Writes changed properties, labels and identifiers of locked CIs.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, properties, addLabels, dropLabels, addIdentifiers, dropIdentifiers}; null removes a property
// @returns updated Integer
UNWIND $items AS item
MATCH (c:CI {tenant: $tenantId, id: item.id})
SET c += item.properties
REMOVE c:$(item.dropLabels)
SET c:$(item.addLabels)
FOREACH (_ IN CASE item.properties.status WHEN 'inactive' THEN [1] ELSE [] END | SET c:Inactive)
FOREACH (_ IN CASE WHEN item.properties.status <> 'inactive' THEN [1] ELSE [] END | REMOVE c:Inactive)
WITH c, item
CALL (c, item) {
  UNWIND item.dropIdentifiers AS gone
  MATCH (c)-[held:IDENTIFIED_BY]->(i:Identifier {tenant: $tenantId, kind: gone.kind, value: gone.value})
  DELETE held
}
CALL (c, item) {
  UNWIND item.addIdentifiers AS wanted
  MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
  CREATE (c)-[:IDENTIFIED_BY]->(i)
}
RETURN count(c) AS updated
