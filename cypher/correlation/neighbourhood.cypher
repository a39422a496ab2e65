// CIs within 3 steps of the given ones on relationships that carry a failure, in either direction, nearest first.
//
//   (shop)-[:DEPENDS_ON]->(db)<-[:DEPENDS_ON]-(billing)
//   ids = [shop]: db at distance 1, billing at distance 2
//
//   No path goes through a hub, unless the hub is one of the given CIs: two CIs that use the same time server have nothing in
//   common. Software instances count on the given CIs alone, and only within the limit: each host has hundreds. Relationships
//   that a model found and inactive CIs are omitted, by the labels AiLinked and Inactive: reading a property at each step costs
//   far more. The three levels are written out because only then the store is asked for the degree of a CI once.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      Map      a key for each of the given CIs
// @param   $kinds    Map      a key for each of the tenant's own kinds that carry a failure
// @param   $limit    Integer
// @literal maxDegree Integer 500..500  a CI with more relationships is a hub
// @types   failureTypes  run as it stands: DEPENDS_ON alone
// @returns ids List<String>, distances List<Integer>
UNWIND keys($ids) AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS x
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
  WHERE (NOT x:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $kinds[r.kind] IS NOT NULL)
  WITH DISTINCT y WHERE y:CI AND NOT y:Inactive
  WITH y
  ORDER BY y:SoftwareInstance
  RETURN collect(y)[..$limit] AS first
}
CALL (first) {
  UNWIND first AS x
  WITH x WHERE COUNT { (x)--() } <= 500/*maxDegree*/
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
  WHERE (NOT x:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $kinds[r.kind] IS NOT NULL)
  WITH DISTINCT y WHERE y:CI AND NOT y:Inactive AND NOT y:SoftwareInstance
  RETURN collect(y) AS second
}
CALL (second) {
  UNWIND second AS x
  WITH x WHERE COUNT { (x)--() } <= 500/*maxDegree*/
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
  WHERE (NOT x:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $kinds[r.kind] IS NOT NULL)
  WITH DISTINCT y WHERE y:CI AND NOT y:Inactive AND NOT y:SoftwareInstance
  RETURN collect(y) AS third
}
UNWIND [[1, first], [2, second], [3, third]] AS level
UNWIND level[1] AS b
WITH b, min(level[0]) AS distance
ORDER BY distance, b.id
LIMIT $limit
RETURN collect(b.id) AS ids, collect(distance) AS distances
