// The living CI that holds each address: a machine before what runs on it, known duplicates last, active CIs first, then the
// most recently observed.
//
// @access  READ
// @param   $tenantId String
// @param   $ips      List<String>  normalised
// @returns ip String, id String, name String
UNWIND $ips AS ip
MATCH (i:Identifier {tenant: $tenantId, kind: 'ip', value: ip})
CALL (i) {
  MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
  RETURN c
  ORDER BY CASE WHEN c.type IN ['application', 'database', 'service'] THEN 1 ELSE 0 END,
           CASE WHEN c.`custom_fields.duplicate_of` IS NULL THEN 0 ELSE 1 END,
           CASE c.status WHEN 'active' THEN 0 ELSE 1 END, c.observedAt DESC, c.id
  LIMIT 1
}
RETURN ip, c.id AS id, c.name AS name
