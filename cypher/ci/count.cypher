// Number of a tenant's CIs that match the filters, and the change stamp before the count.
//
//   A write between the two reads makes the stamp older than the count; the next list then counts again. A filter that the
//   caller did not give reads `true OR ...`, and the planner removes it.
//
//   The index holds type and status, so that a count by these reads no CI.
//
// @access  READ
// @param   $tenantId     String
// @param   $types        List<String>|null  canonical
// @param   $statuses     List<String>|null
// @param   $updatedSince String|null
// @param   $filters      List<Map>          {property, values}: promoted properties, compared as text
// @literal anyType   Word true|false
// @literal anyStatus Word true|false
// @literal anyTime   Word true|false
// @literal anyField  Word true|false
// @returns stamp Integer, total Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, type, status)
  WHERE c.tenant = $tenantId AND c.type >= '' AND c.status IS NOT NULL
    AND (true/*anyType*/ OR c.type IN $types)
    AND (true/*anyStatus*/ OR c.status IN $statuses)
    AND (true/*anyTime*/ OR c.updatedAt >= $updatedSince)
    AND (true/*anyField*/ OR all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values))
  RETURN count(c) AS total
}
RETURN stamp, total
