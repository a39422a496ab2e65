// Writes the keys under which scanners know CIs, the fingerprints of their last payloads, and the source of each attribute.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, scanHashes, provenance, sourceKeys: [value]}, sorted by id; the identifiers exist and are locked
// @returns written Integer
UNWIND $items AS item
MATCH (c:CI {tenant: $tenantId, id: item.id})
SET c.scanHashes = item.scanHashes, c.provenance = item.provenance
WITH c, item
CALL (c, item) {
  UNWIND item.sourceKeys AS value
  MATCH (i:Identifier {tenant: $tenantId, kind: 'source_key', value: value})
  MERGE (c)-[:IDENTIFIED_BY]->(i)
}
RETURN count(c) AS written
