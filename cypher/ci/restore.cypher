// Restores a deleted CI.
//
// @access  WRITE
// @param   $tenantId   String
// @param   $id         String  locked (ci/deleted)
// @param   $restoredAt String
// @param   $actor      String
// @returns version Integer
MATCH (c:DeletedCI {tenant: $tenantId, id: $id})
SET c:CI, c.deletedAt = null, c.updatedAt = $restoredAt, c.updatedBy = $actor, c.version = c.version + 1
REMOVE c:DeletedCI
RETURN c.version AS version
