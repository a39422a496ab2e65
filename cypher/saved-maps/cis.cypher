// Names of the CIs of these ids; those that were deleted are absent.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, name String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.name AS name
