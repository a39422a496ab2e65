// CIs, deleted ones too, that hold one of the identifiers of a batch of hosts, each once with all its identifiers.
//
//   An address that thousands share (a container bridge) must not bring in thousands: at most 200 holders of one, oldest first.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>  {kind, value}
// @returns id, type, name, status, deleted, createdAt, customFields, scanHashes, identifiers
UNWIND $identifiers AS wanted
MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
CALL (i) {
  MATCH (i)<-[:IDENTIFIED_BY]-(c)
  RETURN c
  ORDER BY c.createdAt, c.id
  LIMIT 200
}
WITH DISTINCT c
RETURN c.id AS id, c.type AS type, c.name AS name, c.status AS status, c:DeletedCI AS deleted,
       c.createdAt AS createdAt, c.customFields AS customFields, coalesce(c.scanHashes, []) AS scanHashes,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(held:Identifier) RETURN held {.kind, .value} } AS identifiers
ORDER BY id
