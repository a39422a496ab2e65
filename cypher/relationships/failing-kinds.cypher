// A tenant's own relationship types on which a failure travels, and the tenant's change stamp before they were read.
//
// @access  READ
// @param   $tenantId String
// @returns stamp Integer, kinds List<[name, failure]>: by name
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (t:RelationshipType)
  WHERE t.tenant = $tenantId AND t.name IS NOT NULL AND t.failure <> 'none'
  WITH t ORDER BY t.name
  RETURN collect([t.name, t.failure]) AS kinds
}
RETURN stamp, kinds
