// Living CIs that people chose for reports that identify no host, with all their identifiers.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>  sorted, each once
// @returns id, type, name, status, deleted, createdAt, customFields, scanHashes, identifiers
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
WHERE c.deletedAt IS NULL
RETURN c.id AS id, c.type AS type, c.name AS name, c.status AS status, false AS deleted,
       c.createdAt AS createdAt, c.customFields AS customFields, coalesce(c.scanHashes, []) AS scanHashes,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(held:Identifier) RETURN held {.kind, .value} } AS identifiers
ORDER BY id
