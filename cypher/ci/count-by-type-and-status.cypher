// Number of a tenant's CIs of one type in one of several statuses, from the index alone, and the change stamp before the count.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String        canonical
// @param   $statuses List<String>
// @returns stamp Integer, total Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, type, status)
  WHERE c.tenant = $tenantId AND c.type = $type AND c.status IN $statuses
  RETURN count(c) AS total
}
RETURN stamp, total
