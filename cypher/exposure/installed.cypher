// Installed programs, each with its server: what is matched with known vulnerabilities.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns ci Map, servers List<Map>: the server with the smallest id; no row for a CI that does not exist
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c {.id, .type, .name, .status, .attributes, .source} AS ci,
       COLLECT {
         MATCH (c)-[:INSTALLED_ON]->(s:CI)
         RETURN s {.id, .name, .attributes, .customFields} ORDER BY s.id LIMIT 1
       } AS servers
