// What each of the given CIs needs directly, on relationships that carry a failure. Besides, the same of some that are
// likely asked for next.
//
//   (web)-[:PART_OF]->(shop:business_service), (web)-[:RUNS_ON]->(host)
//   shop is asked: shop with web; and web with host, and host
//
//   For services, whose parts, and what these need along the arrows, come along unasked: mostly all that lies under them is
//   read at once. Not where they have more than 500 parts, of which the reader takes only some.
//
//   Of what one CI needs at most 200 are told. What a model found is left out, which only CIs with the label AiLinked have.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           Map  a key for each of the given CIs
// @param   $towardsSource Map  a key for each kind on which the source needs the target
// @param   $towardsTarget Map  a key for each kind on which the target needs the source
// @types   sourceNeedsTarget
// @types   targetNeedsSource
// @returns ids List<String>, needs List<List<String>>: as long as each other, 32 CIs a row
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS s
  MATCH (s)<-[:PART_OF]-(part:CI)
  WITH DISTINCT part
  LIMIT 501
  WITH collect(part) AS found
  WITH CASE WHEN size(found) > 500 THEN [] ELSE found END AS parts
  CALL (parts) {
    UNWIND parts AS part
    MATCH (part)-[:DEPENDS_ON/*sourceNeedsTarget*/]->(y:CI)
    WITH DISTINCT y
    LIMIT 500
    RETURN collect(y) AS below
  }
  UNWIND parts + below AS b
  WITH DISTINCT b
  WHERE NOT b IN given
  RETURN collect(b) AS ahead
}
WITH given + ahead AS told
UNWIND range(0, size(told) - 1, 32) AS i
UNWIND told[i..i + 32] AS b
WITH i, b.id AS id,
  (COLLECT {
    MATCH (b)-[r:DEPENDS_ON/*sourceNeedsTarget*/|RELATED]->(y:CI)
    WHERE NOT y:Inactive AND (NOT b:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $towardsSource[r.kind] IS NOT NULL)
    RETURN y.id
    LIMIT 200
  } + COLLECT {
    MATCH (b)<-[r:PART_OF/*targetNeedsSource*/|RELATED]-(y:CI)
    WHERE NOT y:Inactive AND (NOT b:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $towardsTarget[r.kind] IS NOT NULL)
    RETURN y.id
    LIMIT 200
  })[..200] AS needed
WITH i, collect(id) AS ids, collect(needed) AS needs
RETURN ids, needs
