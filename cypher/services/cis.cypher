// Name, type and status of CIs.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, name String, type String, status String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.name AS name, c.type AS type, c.status AS status
