// One page of the CIs that hold all words of a search, or whose address, serial number or host name is the searched text.
//
// @access  READ
// @param   $tenantId     String
// @param   $words        String             full-text query; the tenant is a required term of it
// @param   $identifiers  List<Map>          {kind, value}: the searched text read as address, serial number or host name
// @param   $boundValue   String             sorted column of the last CI of the page before
// @param   $boundId      String             id of that CI
// @param   $types        List<String>|null  canonical
// @param   $statuses     List<String>|null
// @param   $updatedSince String|null
// @param   $filters      List<Map>          {property, values}: promoted properties, compared as text
// @param   $skip         Integer
// @param   $limit        Integer
// @literal column Word c.createdAt|c.updatedAt|c.nameKey
// @literal order  Word DESC|ASC
// @literal beyond Word <|>
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns one row for each CI: stamp, its columns, relationships Integer
MATCH (s:ChangeStamp)
WHERE s.tenant = $tenantId AND s.shard >= 0
WITH coalesce(sum(s.n), 0) AS stamp
CALL (stamp) {
  CALL () {
    CALL db.index.fulltext.queryNodes('ci_search', $words) YIELD node
    RETURN node AS c
    UNION
    UNWIND $identifiers AS wanted
    MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})<-[:IDENTIFIED_BY]-(c:CI)
    RETURN c
  }
  WITH c
  WHERE c.tenant = $tenantId AND c:CI
    AND (c.createdAt/*column*/ </*beyond*/ $boundValue OR (c.createdAt/*column*/ = $boundValue AND c.id </*beyond*/ $boundId))
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
