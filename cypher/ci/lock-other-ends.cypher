// Locks the living and deleted CIs at the other ends of a deleted CI's relationships, in the order of their ids.
//
//   Two ends that are restored at the same time, or one restored and one deleted, then run one after the other.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String
// @returns locked Integer
CALL () {
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.source = $id RETURN d.target AS otherId
  UNION
  MATCH (d:DeletedRelationship) WHERE d.tenant = $tenantId AND d.target = $id RETURN d.source AS otherId
}
WITH otherId ORDER BY otherId
OPTIONAL MATCH (living:CI {tenant: $tenantId, id: otherId})
OPTIONAL MATCH (deleted:DeletedCI {tenant: $tenantId, id: otherId})
WITH coalesce(living, deleted) AS other
SET other.lock = true
RETURN count(other) AS locked
