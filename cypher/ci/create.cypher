// Creates CIs with their labels and identifiers. The identifiers exist and are locked (identifiers/lock).
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {properties, labels, identifiers: [{kind, value}]}, sorted by id
// @returns created Integer
UNWIND $items AS item
CREATE (c:CI)
SET c = item.properties, c.tenant = $tenantId
SET c:$(item.labels)
FOREACH (_ IN CASE item.properties.status WHEN 'inactive' THEN [1] ELSE [] END | SET c:Inactive)
WITH c, item
CALL (c, item) {
  UNWIND item.identifiers AS wanted
  MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
  CREATE (c)-[:IDENTIFIED_BY]->(i)
}
RETURN count(c) AS created
