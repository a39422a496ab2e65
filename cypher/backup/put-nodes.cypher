// Restores living or deleted CIs from a backup with their labels, identifiers and CPE names. A repetition changes nothing.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {properties, labels, identifiers: [{kind, value}], cpes: [{entry, link}]}
// @literal label Word CI|DeletedCI
// @returns written Integer
UNWIND $items AS item
MERGE (n:CI/*label*/ {tenant: $tenantId, id: item.properties.id})
SET n = item.properties
SET n:$(item.labels)
FOREACH (_ IN CASE item.properties.status WHEN 'inactive' THEN [1] ELSE [] END | SET n:Inactive)
WITH n, item
CALL (n, item) {
  UNWIND item.identifiers AS wanted
  MERGE (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
  MERGE (n)-[:IDENTIFIED_BY]->(i)
}
CALL (n, item) {
  UNWIND item.cpes AS cpe
  MERGE (e:CpeEntry {tenant: $tenantId, name: cpe.entry.name})
    ON CREATE SET e = cpe.entry
  MERGE (n)-[r:HAS_CPE]->(e)
  SET r = cpe.link
}
RETURN count(n) AS written
