// How many CIs of each type and status a tenant has, and the change stamp before the count.
//
//   Read from the index alone. A write between the two reads makes the stamp older than the count; the next reader then counts
//   again.
//
// @access  READ
// @param   $tenantId String
// @returns stamp Integer, totals List<Map> {type, status, total}
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, type, status)
  WHERE c.tenant = $tenantId AND c.type >= '' AND c.status IS NOT NULL
  WITH c.type AS type, c.status AS status, count(*) AS total
  RETURN collect({type: type, status: status, total: total}) AS totals
}
RETURN stamp, totals
