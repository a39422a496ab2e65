// One page of the CIs that hold all words of a search, or whose address, serial number or host name is the searched text.
//
//   A search that finds few sorts what the full-text index names. One that finds many walks the index of the order and
//   tests the words at each CI, as a list does: a page then costs what a page costs, however many CIs match. The walk ends
//   after $budget CIs; where it has not filled the page by then, all matches are sorted after all. A bound of null finds
//   nothing, and costs nothing: the planner would move a test of `near` behind the walk.
//   The index may take words in behind their commit, so the search first waits for what had been committed when it began.
//
// @access  READ
// @param   $tenantId     String
// @param   $words        String             full-text query; the tenant is a required term of it
// @param   $contained    List<String>       the same words as parts of ' ' + searchText + ' '
// @param   $identifiers  List<Map>          {kind, value}: the searched text read as address, serial number or host name
// @param   $many         Integer            matches from which on the order is walked
// @param   $budget       Integer            CIs that the walk looks at
// @param   $boundValue   String             sorted column of the last CI of the page before
// @param   $boundId      String             id of that CI
// @param   $types        List<String>|null  canonical
// @param   $statuses     List<String>|null
// @param   $updatedSince String|null
// @param   $filters      List<Map>          {property, values}: promoted properties, compared as text
// @param   $skip         Integer
// @param   $limit        Integer
// @literal column    Word c.createdAt|c.updatedAt|c.nameKey
// @literal indexed   Word createdAt|updatedAt|nameKey
// @literal order     Word DESC|ASC
// @literal edge      Word <=|>=
// @literal beyond    Word <|>
// @literal fromStart Word true|false
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns one row for each CI: stamp, its columns, relationships Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL () {
  UNWIND $identifiers AS wanted
  MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})<-[:IDENTIFIED_BY]-(c:CI)
  RETURN collect(c) AS identified
}
CALL () {
  CALL db.index.fulltext.queryNodes('ci_search', $words, {limit: $many}) YIELD node
  RETURN count(node) AS near
}
CALL (near, identified) {
  WITH identified, CASE WHEN near >= $many THEN $boundValue END AS bound
  MATCH (c:CI)
  USING INDEX c:CI(tenant, createdAt/*indexed*/, id)
  WHERE c.tenant = $tenantId AND c.createdAt/*column*/ <=/*edge*/ bound AND c.id IS NOT NULL
  WITH c, identified
  ORDER BY c.tenant DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
  LIMIT $budget
  WITH c
  WHERE (true/*fromStart*/ OR CASE WHEN c.createdAt/*column*/ = $boundValue THEN c.id </*beyond*/ $boundId ELSE true END)
    AND (all(text IN $contained WHERE ' ' + c.searchText + ' ' CONTAINS text) OR c IN identified)
    AND ($types IS NULL OR c.type IN $types)
    AND ($statuses IS NULL OR c.status IN $statuses)
    AND ($updatedSince IS NULL OR c.updatedAt >= $updatedSince)
    AND all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values)
  WITH c
  ORDER BY c.tenant DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
  SKIP $skip LIMIT $limit
  RETURN collect(c) AS walked
}
CALL (walked, identified) {
  WITH walked
  WHERE size(walked) = $limit
  UNWIND walked AS c
  RETURN c
  UNION ALL
  WITH walked, identified
  WHERE size(walked) < $limit
  CALL (identified) {
    CALL db.index.fulltext.queryNodes('ci_search', $words) YIELD node
    RETURN node AS c
    UNION
    UNWIND identified AS c
    RETURN c
  }
  WITH c
  WHERE c.tenant = $tenantId
    AND (true/*fromStart*/ OR c.createdAt/*column*/ </*beyond*/ $boundValue OR (c.createdAt/*column*/ = $boundValue AND c.id </*beyond*/ $boundId))
    AND ($types IS NULL OR c.type IN $types)
    AND ($statuses IS NULL OR c.status IN $statuses)
    AND ($updatedSince IS NULL OR c.updatedAt >= $updatedSince)
    AND all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values)
  RETURN c
  ORDER BY c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
  SKIP $skip LIMIT $limit
}
RETURN stamp, c.id AS id, c.type AS type, c.name AS name, c.nameKey AS nameKey, c.description AS description,
       c.status AS status, c.attributes AS attributes, c.customFields AS customFields, c.version AS version,
       c.createdAt AS createdAt, c.createdBy AS createdBy, c.updatedAt AS updatedAt, c.updatedBy AS updatedBy,
       COUNT { (c)-[:DEPENDS_ON/*allTypes*/]-() } AS relationships
