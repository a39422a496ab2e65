// The given CIs, the relationships by which each needs others directly, and the number of those that need it, by the
// store's degrees. Only relationships that carry a failure count. Besides, the same of some that are likely asked for next.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   shop is asked: shop with [db, DEPENDS_ON]; and db with [host, RUNS_ON], and host
//
//   Whoever asks level by level, each time for what was not seen before, has every CI and every relationship read once.
//   What is needed along the arrows within 2 steps comes along unasked, of what each of the given needs the nearest 50, so
//   that mostly only each third level has to be asked for. With the direction in the pattern a CI that thousands need costs
//   no more than another.
//
//   Of what one CI needs at most 200 relationships are told: the failure of one of so many hardly reaches it. Those that
//   a model found are left out, which only CIs with the label AiLinked can have.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           Map      a key for each of the given CIs
// @param   $towardsSource Map      a key for each kind on which the source needs the target
// @param   $towardsTarget Map      a key for each kind on which the target needs the source
// @param   $ahead         Integer  so many come along at most
// @types   sourceNeedsTarget
// @types   targetNeedsSource
// @returns cis List<[id, name, type, status, declared Integer, observed Integer, needs]>: 32 a row, since a row each takes
//          longer, and so does one for all. needs: List<[needed, graphType, spelling, outgoing, redundancyGroup, criticality]>
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS s
  CALL (s) {
    MATCH (s)((x)-[r:DEPENDS_ON/*sourceNeedsTarget*/]->(y)
      WHERE NOT y:Inactive AND (NOT x:AiLinked OR r.aiFound IS NULL)){1,2}(b:CI)
    WITH DISTINCT b
    LIMIT 50
    RETURN b
  }
  WITH DISTINCT b
  WHERE NOT b IN given
  LIMIT $ahead
  RETURN collect(b) AS ahead
}
WITH given + ahead AS told
UNWIND range(0, size(told) - 1, 32) AS i
UNWIND told[i..i + 32] AS b
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
    LIMIT 200
  }
]) AS cis
RETURN cis
