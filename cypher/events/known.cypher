// Status and version of the CIs that exist.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, status String, version Integer
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.status AS status, c.version AS version
