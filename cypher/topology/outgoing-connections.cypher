// Outgoing connections of a CI, and the addresses of the CIs at the other end. Connections that a model found are omitted.
//
//   (web)-[:CONNECTED_TO {port: 5432, sourceProcess: 'nginx'}]->(db)-[:IDENTIFIED_BY]->(192.0.2.7)
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @returns name String, connections List<Map>, targets List<Map> {id, name, ips, mainIp}; no row where the CI does not exist
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN c.name AS name,
  COLLECT {
    MATCH (c)-[r:CONNECTED_TO]->(t:CI)
    WHERE r.aiFound IS NULL
    RETURN r {.id, targetId: t.id, .port, .sourceProcess, .discoveredBy, .attributes, .firstSeen, .lastSeen,
              .missingSince, .createdAt, .updatedAt}
  } AS connections,
  COLLECT {
    MATCH (c)-[r:CONNECTED_TO]->(t:CI)
    WHERE r.aiFound IS NULL
    WITH DISTINCT t
    RETURN t {.id, .name,
      mainIp: coalesce(t.`attributes.ip_address`, t.`custom_fields.ip_address`),
      ips: COLLECT { MATCH (t)-[:IDENTIFIED_BY]->(i:Identifier) WHERE i.kind = 'ip' RETURN i.value ORDER BY i.value }}
  } AS targets
