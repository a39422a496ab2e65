// CIs that each of the given CIs needs directly, on relationships that carry a failure.
//
//   (web)-[:PART_OF]->(shop:business_service), (web)-[:RUNS_ON]->(host)
//   ids = [shop]: shop needs web; also web needs host, and host needs nothing
//
//   Read ahead: for business services the answer also covers their parts and what the parts need along the arrows, so one
//   query usually reads everything below a service. A service with more than 500 parts gets no read-ahead.
//
//   Relationships that a model found are omitted; only CIs with the label AiLinked have them.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           Map     a key for each of the given CIs
// @param   $towardsSource Map     a key for each kind on which the source needs the target
// @param   $towardsTarget Map     a key for each kind on which the target needs the source
// @literal partsRead Integer 501..501  one more than the parts of all given CIs that allow reading ahead
// @literal maxParts  Integer 500..500  read ahead for at most so many parts, and so many CIs that they need
// @literal maxNeeds  Integer 200..200  needs returned for each CI, at most
// @literal rowSize   Integer 32..32    CIs in one row
// @types   sourceNeedsTarget  run as it stands: DEPENDS_ON alone
// @types   targetNeedsSource  run as it stands: PART_OF alone
// @returns ids List<String>, needs List<List<String>>: of equal length
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS s
  MATCH (s)<-[:PART_OF]-(part:CI)
  WITH DISTINCT part
  LIMIT 501/*partsRead*/
  WITH collect(part) AS found
  WITH CASE WHEN size(found) > 500/*maxParts*/ THEN [] ELSE found END AS parts
  CALL (parts) {
    UNWIND parts AS part
    MATCH (part)-[:DEPENDS_ON/*sourceNeedsTarget*/]->(y:CI)
    WITH DISTINCT y
    LIMIT 500/*maxParts*/
    RETURN collect(y) AS below
  }
  UNWIND parts + below AS b
  WITH DISTINCT b
  WHERE NOT b IN given
  RETURN collect(b) AS ahead
}
WITH given + ahead AS answered
UNWIND range(0, size(answered) - 1, 32/*rowSize*/) AS i
UNWIND answered[i..i + 32/*rowSize*/] AS b
WITH i, b.id AS id,
  (COLLECT {
    MATCH (b)-[r:DEPENDS_ON/*sourceNeedsTarget*/|RELATED]->(y:CI)
    WHERE NOT y:Inactive AND (NOT b:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $towardsSource[r.kind] IS NOT NULL)
    RETURN y.id
    LIMIT 200/*maxNeeds*/
  } + COLLECT {
    MATCH (b)<-[r:PART_OF/*targetNeedsSource*/|RELATED]-(y:CI)
    WHERE NOT y:Inactive AND (NOT b:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $towardsTarget[r.kind] IS NOT NULL)
    RETURN y.id
    LIMIT 200/*maxNeeds*/
  })[..200] AS needed
WITH i, collect(id) AS ids, collect(needed) AS needs
RETURN ids, needs
