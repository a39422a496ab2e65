// One page of the CIs that are deleted and can be restored, the latest deletion first.
//
//   The index gives the order by time; CIs of the same instant are sorted by id. CASE stands for OR, which the planner would
//   split into a union. What is purged has no node and is not listed.
//
// @access  READ
// @param   $tenantId  String
// @param   $boundTime String             time of the deletion of the last CI of the page before
// @param   $boundId   String             id of that CI
// @param   $types     List<String>|null  canonical
// @param   $name      String             part of the comparable name; empty: any
// @param   $skip      Integer
// @param   $limit     Integer
// @returns one row for each CI: its columns, deletedAt String, deletedBy String
MATCH (c:DeletedCI)
USING INDEX c:DeletedCI(tenant, deletedAt)
WHERE c.tenant = $tenantId AND c.deletedAt <= $boundTime
  AND CASE WHEN c.deletedAt = $boundTime THEN c.id < $boundId ELSE true END
  AND ($types IS NULL OR c.type IN $types)
  AND ($name = '' OR c.nameKey CONTAINS $name)
RETURN c.id AS id, c.type AS type, c.name AS name, c.description AS description, c.status AS status,
       c.createdAt AS createdAt, c.deletedAt AS deletedAt, c.updatedBy AS deletedBy
ORDER BY c.tenant DESC, c.deletedAt DESC, c.id DESC
SKIP $skip LIMIT $limit
