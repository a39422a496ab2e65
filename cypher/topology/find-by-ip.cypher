// CIs that hold an address, with their details, active CIs first, then the most recently observed.
//
// @access  READ
// @param   $tenantId String
// @param   $ip       String   normalised
// @param   $limit    Integer
// @returns one row for each CI: id, name, type, status, observedAt, attributes and customFields as JSON texts, ips List<String>
MATCH (i:Identifier {tenant: $tenantId, kind: 'ip', value: $ip})<-[:IDENTIFIED_BY]-(c:CI)
WITH c
ORDER BY CASE c.status WHEN 'active' THEN 0 ELSE 1 END, c.observedAt DESC, c.id
LIMIT $limit
RETURN c.id AS id, c.name AS name, c.type AS type, c.status AS status, c.observedAt AS observedAt,
       c.attributes AS attributes, c.customFields AS customFields,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(own:Identifier) WHERE own.kind = 'ip' RETURN own.value ORDER BY own.value } AS ips
