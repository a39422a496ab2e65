// Number of CIs that a search finds and that match the filters, and the change stamp before the count.
//
//   CIs that only the searched text as an identifier finds are counted apart: to tell all that match apart from each other
//   would cost more than to count them. The index may take words in behind their commit: after the stamp is read, the statement
//   waits for all that the stamp knows of.
//
// @access  READ
// @param   $tenantId     String
// @param   $words        String             full-text query; the tenant is a required term of it
// @param   $contained    List<String>       the same words as parts of ' ' + searchText + ' '
// @param   $identifiers  List<Map>          {kind, value}: the searched text read as address, serial number or host name
// @param   $types        List<String>|null  canonical
// @param   $statuses     List<String>|null
// @param   $updatedSince String|null
// @param   $filters      List<Map>          {property, values}: promoted properties, compared as text
// @returns stamp Integer, total Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL (stamp) {
  CALL db.index.fulltext.queryNodes('ci_search', $words) YIELD node AS c
  WHERE c.tenant = $tenantId
    AND ($types IS NULL OR c.type IN $types)
    AND ($statuses IS NULL OR c.status IN $statuses)
    AND ($updatedSince IS NULL OR c.updatedAt >= $updatedSince)
    AND all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values)
  RETURN count(c) AS byWords
}
CALL (stamp) {
  UNWIND $identifiers AS wanted
  MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})<-[:IDENTIFIED_BY]-(c:CI)
  WHERE NOT all(text IN $contained WHERE ' ' + c.searchText + ' ' CONTAINS text)
    AND ($types IS NULL OR c.type IN $types)
    AND ($statuses IS NULL OR c.status IN $statuses)
    AND ($updatedSince IS NULL OR c.updatedAt >= $updatedSince)
    AND all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values)
  RETURN count(DISTINCT c) AS byIdentifierAlone
}
RETURN stamp, byWords + byIdentifierAlone AS total
