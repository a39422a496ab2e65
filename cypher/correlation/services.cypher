// Business services that a failure of the given CIs reaches within 3 steps, and what lies under each.
//
//   (db)-[:PART_OF]->(shop:business_service)<-[:PART_OF]-(web)-[:RUNS_ON]->(host)
//   db is asked: shop, with db, web and host
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $limit         Integer       services, nearest first
// @param   $members       Integer       CIs under one, nearest first
// @returns id, name, distance, members List<String>
UNWIND $ids AS id
MATCH (s:CI {tenant: $tenantId, id: id})
WITH collect(s) AS given
CALL (given) {
  UNWIND given AS x
  CALL (x) {
    MATCH (x)<-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:PART_OF|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive' AND NOT y:SoftwareInstance
  RETURN collect(DISTINCT y) AS first
}
CALL (first) {
  UNWIND first AS x
  WITH x WHERE COUNT { (x)--() } <= 500
  CALL (x) {
    MATCH (x)<-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:PART_OF|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive' AND NOT y:SoftwareInstance
  RETURN collect(DISTINCT y) AS second
}
CALL (second) {
  UNWIND second AS x
  WITH x WHERE COUNT { (x)--() } <= 500
  CALL (x) {
    MATCH (x)<-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]-(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)-[r:PART_OF|COMMUNICATES_WITH]->(y:CI) RETURN r, y
    UNION ALL
    MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
    UNION ALL
    MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
  }
  WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive' AND NOT y:SoftwareInstance
  RETURN collect(DISTINCT y) AS third
}
UNWIND [[0, given], [1, first], [2, second], [3, third]] AS level
UNWIND level[1] AS b
WITH b, min(level[0]) AS distance
WHERE b:BusinessService
WITH b, distance
ORDER BY distance, b.id
LIMIT $limit
CALL (b) {
  WITH [b] AS under
  CALL (under) {
    UNWIND under AS x
    CALL (x) {
      MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
      UNION ALL
      MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
    }
    WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
    RETURN collect(DISTINCT y)[..$members] AS first
  }
  CALL (first) {
    UNWIND first AS x
    CALL (x) {
      MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
      UNION ALL
      MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
    }
    WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
    RETURN collect(DISTINCT y)[..$members] AS second
  }
  CALL (second) {
    UNWIND second AS x
    CALL (x) {
      MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH]->(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)<-[r:PART_OF|COMMUNICATES_WITH]-(y:CI) RETURN r, y
      UNION ALL
      MATCH (x)-[r:RELATED]->(y:CI) WHERE r.kind IN $towardsSource RETURN r, y
      UNION ALL
      MATCH (x)<-[r:RELATED]-(y:CI) WHERE r.kind IN $towardsTarget RETURN r, y
    }
    WITH r, y WHERE r.aiFound IS NULL AND y.status <> 'inactive'
    RETURN collect(DISTINCT y)[..$members] AS third
  }
  UNWIND [[0, under], [1, first], [2, second], [3, third]] AS level
  UNWIND level[1] AS m
  WITH m, min(level[0]) AS steps
  ORDER BY steps, m.id
  LIMIT $members
  RETURN collect(m.id) AS members
}
RETURN b.id AS id, b.name AS name, distance, members
