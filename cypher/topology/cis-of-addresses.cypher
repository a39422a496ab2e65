// CIs that hold the given addresses, active CIs first, then the most recently observed.
//
// @access  READ
// @param   $tenantId String
// @param   $ips      List<String>  normalised
// @param   $limit    Integer       CIs for one address
// @returns ip String, id String, name String
UNWIND $ips AS ip
MATCH (i:Identifier {tenant: $tenantId, kind: 'ip', value: ip})
CALL (i) {
  MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
  RETURN c
  ORDER BY CASE c.status WHEN 'active' THEN 0 ELSE 1 END, c.observedAt DESC, c.id
  LIMIT $limit
}
RETURN ip, c.id AS id, c.name AS name
