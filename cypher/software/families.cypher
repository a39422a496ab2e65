// A tenant's Software Family CIs, oldest first, with the number of software and of instances in each.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String  software_family
// @returns id String, name String, software Integer, instances Integer
MATCH (f:CI)
USING INDEX f:CI(tenant, type, createdAt, id)
WHERE f.tenant = $tenantId AND f.type = $type AND f.createdAt >= '' AND f.id IS NOT NULL
CALL (f) {
  MATCH (f)<-[:MEMBER_OF]-(s:CI)
  RETURN count(s) AS software, sum(COUNT { (s)<-[:INSTANCE_OF]-() }) AS instances
}
RETURN f.id AS id, f.name AS name, software, instances ORDER BY f.createdAt, id
