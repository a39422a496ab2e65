// One page of a tenant's identifiers of one kind in order, and which of them no CI holds.
//
// @access  READ
// @param   $tenantId   String
// @param   $kind       String
// @param   $afterValue String   the last value of the page before
// @param   $limit      Integer
// @returns last String|null, orphans List<String>
MATCH (i:Identifier)
WHERE i.tenant = $tenantId AND i.kind = $kind AND i.value > $afterValue
WITH i ORDER BY i.tenant, i.kind, i.value LIMIT $limit
WITH i.value AS value, COUNT { (i)--() } AS uses
RETURN max(value) AS last, collect(CASE WHEN uses = 0 THEN value END) AS orphans
