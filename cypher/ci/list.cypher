// One page of a tenant's CIs in the order of one column.
//
//   The bound and the order are spelled in the columns of one index, so any depth costs what the first page costs: an
//   ordered seek (CASE, because the planner splits OR into a union that it then sorts). The first page has a bound
//   beyond every value. The stamp, read before the page, tells whether a known total is still exact. Relationships are
//   counted from the degrees that the store keeps. A test that nobody asked for reads `true OR ...`, which the planner
//   leaves out: a page by number evaluates the tests for every row before it.
//
// @access  READ
// @param   $tenantId     String
// @param   $at           String              bound of the sorted column
// @param   $id           String              bound of the id among equals
// @param   $types        List<String>|null   canonical
// @param   $statuses     List<String>|null
// @param   $updatedSince String|null
// @param   $filters      List<Map>           {property, values}: promoted properties, compared as text
// @param   $skip         Integer
// @param   $limit        Integer
// @literal column Word c.createdAt|c.updatedAt|c.nameKey
// @literal indexed Word createdAt|updatedAt|nameKey
// @literal order  Word DESC|ASC
// @literal edge   Word <=|>=
// @literal beyond Word <|>
// @literal anyType Word true|false
// @literal anyStatus Word true|false
// @literal anyTime Word true|false
// @literal anyField Word true|false
// @literal fromStart Word true|false
// @types   allTypes
// @returns stamp and one row a CI, with the number of its relationships
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, createdAt/*indexed*/, id)
  WHERE c.tenant = $tenantId AND c.createdAt/*column*/ <=/*edge*/ $at
    AND c.id IS NOT NULL
    AND (true/*fromStart*/ OR CASE WHEN c.createdAt/*column*/ = $at THEN c.id </*beyond*/ $id ELSE true END)
    AND (true/*anyType*/ OR c.type IN $types)
    AND (true/*anyStatus*/ OR c.status IN $statuses)
    AND (true/*anyTime*/ OR c.updatedAt >= $updatedSince)
    AND (true/*anyField*/ OR all(filter IN $filters WHERE toString(c[filter.property]) IN filter.values))
  RETURN c
  ORDER BY c.tenant DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
  SKIP $skip LIMIT $limit
}
RETURN stamp, c.id AS id, c.type AS type, c.name AS name, c.nameKey AS nameKey, c.description AS description,
       c.status AS status, c.attributes AS attributes, c.customFields AS customFields, c.version AS version,
       c.createdAt AS createdAt, c.createdBy AS createdBy, c.updatedAt AS updatedAt, c.updatedBy AS updatedBy,
       COUNT { (c)-[:DEPENDS_ON/*allTypes*/]-() } AS relationships
