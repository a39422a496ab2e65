// Living and deleted CIs that hold one of the identifiers of a batch of hosts, each once with all its identifiers.
//
//   Thousands of CIs may share an address (of a container bridge): of the holders of one identifier the oldest are returned.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>  {kind, value}
// @literal maxHolders Integer 200..200  holders of one identifier
// @returns id, type, name, status, deleted, createdAt, customFields, scanHashes, identifiers
UNWIND $identifiers AS wanted
MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
CALL (i) {
  MATCH (i)<-[:IDENTIFIED_BY]-(c)
  RETURN c
  ORDER BY c.createdAt, c.id
  LIMIT 200/*maxHolders*/
}
WITH DISTINCT c
RETURN c.id AS id, c.type AS type, c.name AS name, c.status AS status, c:DeletedCI AS deleted,
       c.createdAt AS createdAt, c.customFields AS customFields, coalesce(c.scanHashes, []) AS scanHashes,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(held:Identifier) RETURN held {.kind, .value} } AS identifiers
ORDER BY id
