// A tenant's stamp, which grows with every change of its CIs and relationships.
//
// @access  READ
// @param   $tenantId String
// @returns stamp Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
RETURN coalesce(sum(s.n), 0) AS stamp
