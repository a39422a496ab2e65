// Parked changes of one tenant or of a range of tenants, newest first, without their texts.
//
// @access  READ
// @tenant  none the operator sees those of every tenant; for one tenant both bounds are its id
// @param   $first  String   the lowest tenant
// @param   $last   String   the highest tenant
// @param   $limit  Integer
// @returns id String, tenant String, size Integer, tries Integer, error String, failedAt Integer
MATCH (p:ParkedChange)
WHERE p.tenant >= $first AND p.tenant <= $last AND p.id IS NOT NULL
RETURN p.id AS id, p.tenant AS tenant, coalesce(p.size, size(p.entries)) AS size, toInteger(p.tries) AS tries,
  p.error AS error, toInteger(p.failedAt) AS failedAt
ORDER BY id DESC
LIMIT $limit
