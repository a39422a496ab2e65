// Brings CIs, living or deleted, back with their labels and identifiers. A repeat changes nothing.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {properties, labels, identifiers: [{kind, value}]}
// @literal label Word CI|DeletedCI
// @returns written Integer
UNWIND $items AS item
MERGE (n:CI/*label*/ {tenant: $tenantId, id: item.properties.id})
SET n = item.properties
SET n:$(item.labels)
WITH n, item
CALL (n, item) {
  UNWIND item.identifiers AS wanted
  MERGE (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
  MERGE (n)-[:IDENTIFIED_BY]->(i)
}
RETURN count(n) AS written
