// The given CIs, the relationships by which each needs others directly, and the number of CIs that need it. Only
// relationships that carry a failure count.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   ids = [shop]: shop with [db, DEPENDS_ON]; also db with [host, RUNS_ON], and host
//
//   A caller that asks level by level, each time for the CIs not yet read, reads every CI and relationship once. Read ahead:
//   the answer also covers CIs that the given ones need within 2 steps along the arrows, so that usually only every third
//   level is asked for. The pattern names the direction, so a CI that thousands need costs no more than another. The number of
//   dependents comes from the degrees that the store keeps.
//
//   The failure of one of more than 200 needs hardly reaches a CI, so the rest is omitted. So are relationships that a model
//   found, which only CIs with the label AiLinked have.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           Map      a key for each of the given CIs
// @param   $towardsSource Map      a key for each kind on which the source needs the target
// @param   $towardsTarget Map      a key for each kind on which the target needs the source
// @param   $maxAhead      Integer  CIs that are read ahead, at most
// @literal maxNearest Integer 50..50    CIs read ahead for each given one, nearest first
// @literal maxNeeds   Integer 200..200  relationships returned for each CI, at most
// @literal rowSize    Integer 32..32    CIs in one row: one row for each CI is slower, and so is one row for all
// @types   sourceNeedsTarget  run as it stands: DEPENDS_ON alone
// @types   targetNeedsSource  run as it stands: PART_OF alone
// @returns cis List<[id, name, type, status, declared Integer, observed Integer, needs]>
//          needs: List<[needed, graphType, spelling, outgoing, redundancyGroup, criticality]>
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS s
  CALL (s) {
    MATCH (s)((x)-[r:DEPENDS_ON/*sourceNeedsTarget*/]->(y)
      WHERE NOT y:Inactive AND (NOT x:AiLinked OR r.aiFound IS NULL)){1,2}(b:CI)
    WITH DISTINCT b
    LIMIT 50/*maxNearest*/
    RETURN b
  }
  WITH DISTINCT b
  WHERE NOT b IN given
  LIMIT $maxAhead
  RETURN collect(b) AS ahead
}
WITH given + ahead AS answered
UNWIND range(0, size(answered) - 1, 32/*rowSize*/) AS i
UNWIND answered[i..i + 32/*rowSize*/] AS b
WITH i, collect([
  b.id, b.name, b.type, b.status,
  // @each type in declaredNeeds, between +
  COUNT { (b)<-[:DEPENDS_ON/*type*/]-() }
  // @end
  ,
  COUNT { (b)<-[:CONNECTED_TO]-() },
  COLLECT {
    CALL (b) {
      MATCH (b)-[r:DEPENDS_ON/*sourceNeedsTarget*/]->(y:CI) RETURN r, y
      UNION ALL
      MATCH (b)<-[r:PART_OF/*targetNeedsSource*/]-(y:CI) RETURN r, y
      UNION ALL
      MATCH (b)-[r:RELATED]->(y:CI) WHERE $towardsSource[r.kind] IS NOT NULL RETURN r, y
      UNION ALL
      MATCH (b)<-[r:RELATED]-(y:CI) WHERE $towardsTarget[r.kind] IS NOT NULL RETURN r, y
    }
    WITH r, y WHERE NOT y:Inactive AND (NOT b:AiLinked OR r.aiFound IS NULL)
    RETURN [y.id, type(r), r.spelling, startNode(r) = b, r.redundancyGroup, r.criticality]
    LIMIT 200/*maxNeeds*/
  }
]) AS cis
RETURN cis
