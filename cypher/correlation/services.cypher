// Business services that a failure of the given CIs reaches within 3 steps, nearest first.
//
//   (db)-[:PART_OF]->(shop:business_service)<-[:PART_OF]-(web)-[:RUNS_ON]->(host)
//   ids = [db]: shop
//
//   What works without the given CIs is not reached: relationships of the criticality "optional" are not followed.
//   At most $maxPerLevel CIs per level are followed, business services first. No path goes through a hub.
//   To run it in Neo4j Browser, put the lines of the block in place of `@again`.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           Map      a key for each of the given CIs
// @param   $towardsSource Map      a key for each kind on which the source needs the target
// @param   $towardsTarget Map      a key for each kind on which the target needs the source
// @param   $maxPerLevel   Integer
// @param   $maxServices   Integer
// @literal maxDegree Integer 500..500  a CI with more relationships is a hub
// @types   sourceNeedsTarget  run as it stands: DEPENDS_ON alone
// @types   targetNeedsSource  run as it stands: PART_OF alone
// @returns id, name
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS x
  // @block dependents
  CALL (x) {
    MATCH (x)<-[r:DEPENDS_ON/*sourceNeedsTarget*/]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:PART_OF/*targetNeedsSource*/]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE $towardsSource[r.kind] IS NOT NULL RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE $towardsTarget[r.kind] IS NOT NULL RETURN r, y
  }
  WITH x, r, y WHERE NOT y:Inactive AND (NOT x:AiLinked OR r.aiFound IS NULL) AND NOT y:SoftwareInstance
    AND coalesce(toLower(r.criticality), '') <> 'optional'
  WITH DISTINCT y
  ORDER BY y:BusinessService DESC
  // @end
  RETURN collect(y)[..$maxPerLevel] AS first
}
CALL (first) {
  UNWIND first AS x
  WITH x WHERE COUNT { (x)--() } <= 500/*maxDegree*/
  // @again dependents
  RETURN collect(y)[..$maxPerLevel] AS second
}
CALL (second) {
  UNWIND second AS x
  WITH x WHERE COUNT { (x)--() } <= 500/*maxDegree*/
  // @again dependents
  RETURN collect(y)[..$maxPerLevel] AS third
}
UNWIND [[0, given], [1, first], [2, second], [3, third]] AS level
UNWIND level[1] AS b
WITH b, min(level[0]) AS distance
WHERE b:BusinessService
WITH b, distance
ORDER BY distance, b.id
LIMIT $maxServices
RETURN b.id AS id, b.name AS name
