// Brings a deleted CI back.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String   locked (ci/deleted)
// @param   $at       String
// @param   $actor    String
// @returns version Integer
MATCH (c:DeletedCI {tenant: $tenantId, id: $id})
SET c:CI, c.deletedAt = null, c.updatedAt = $at, c.updatedBy = $actor, c.version = c.version + 1
REMOVE c:DeletedCI
RETURN c.version AS version
