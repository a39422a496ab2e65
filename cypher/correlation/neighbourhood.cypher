// CIs within 3 steps of the given ones on relationships that carry a failure, whichever way, each once, nearest first.
//
//   (shop)-[:DEPENDS_ON]->(db)<-[:DEPENDS_ON]-(billing)
//   shop is asked: db at distance 1, billing at distance 2
//
//   No way leads through a CI with more than 500 relationships, unless it is one of the given: to need the same time
//   server says nothing. Software instances count on the given CIs alone, where there is room: each host has hundreds.
//   Relationships that a model found are not walked, which only ends with the label AiLinked can have, and inactive CIs
//   are not entered: labels, asked once a CI, cost far less than properties. The three levels are written out, since only so
//   the number of relationships is asked for once a CI, from the store's degrees.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      Map      a key for each of the given CIs
// @param   $kinds    Map      a key for each kind that carries a failure
// @param   $limit    Integer
// @types   failureTypes
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
  WITH x WHERE COUNT { (x)--() } <= 500
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
  WHERE (NOT x:AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $kinds[r.kind] IS NOT NULL)
  WITH DISTINCT y WHERE y:CI AND NOT y:Inactive AND NOT y:SoftwareInstance
  RETURN collect(y) AS second
}
CALL (second) {
  UNWIND second AS x
  WITH x WHERE COUNT { (x)--() } <= 500
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
