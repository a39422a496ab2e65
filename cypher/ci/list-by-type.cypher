// One page of a tenant's CIs of one type, ordered by one column.
//
//   The cursor bound and the order name the columns of one index, so a page at any depth costs as much as the first: one
//   ordered seek. CASE stands for OR, which the planner would split into a union and then sort. The bound of the first page
//   lies beyond every value. The change stamp is read before the page: it tells whether a known total is still exact. The
//   number of relationships comes from the degrees that the store keeps. A filter that the caller did not give reads
//   `true OR ...`, and the planner removes it: a page by number evaluates the filters for every row before it.
//
// @access  READ
// @param   $tenantId     String
// @param   $type         String             canonical
// @param   $boundValue   String             sorted column of the last CI of the page before
// @param   $boundId      String             id of that CI
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
// @literal anyStatus Word true|false
// @literal anyTime   Word true|false
// @literal anyField  Word true|false
// @literal fromStart Word true|false
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns one row for each CI: stamp, its columns, relationships Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, type, createdAt/*indexed*/, id)
  WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt/*column*/ <=/*edge*/ $boundValue
    AND c.id IS NOT NULL
    AND (true/*fromStart*/ OR CASE WHEN c.createdAt/*column*/ = $boundValue THEN c.id </*beyond*/ $boundId ELSE true END)
    AND (true/*anyStatus*/ OR c.status IN $statuses)
    AND (true/*anyTime*/ OR c.updatedAt >= $updatedSince)
    AND (true/*anyField*/ OR all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values))
  RETURN c
  ORDER BY c.tenant DESC/*order*/, c.type DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
  SKIP $skip LIMIT $limit
}
RETURN stamp, c.id AS id, c.type AS type, c.name AS name, c.nameKey AS nameKey, c.description AS description,
       c.status AS status, c.attributes AS attributes, c.customFields AS customFields, c.version AS version,
       c.createdAt AS createdAt, c.createdBy AS createdBy, c.updatedAt AS updatedAt, c.updatedBy AS updatedBy,
       COUNT { (c)-[:DEPENDS_ON/*allTypes*/]-() } AS relationships
