// Takes the locks of the CIs, living or deleted, at the other ends of a deleted CI's relationships: two ends that are
// restored at once, or one restored while the other is deleted, wait for each other.
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
