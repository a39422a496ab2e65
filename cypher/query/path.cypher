// Every CI that relationships of some kinds lead to, each way by its kind, once.
//
//   (shop)-[:DEPENDS_ON]->(db)-[:RUNS_ON]->(host)
//   start = shop, DEPENDS_ON and RUNS_ON along their arrow: db at distance 1, host at distance 2
//
//   The predicate of a step tests the direction by kind, so one breadth-first search walks kinds of both directions. What a
//   model found is not walked: AiLinked, on both ends of such a relationship, spares the others a look at its properties.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String   where the search starts; it is never returned
// @param   $along    Map      a key for each kind that is walked from source to target
// @param   $against  Map      likewise, from target to source
// @param   $depth    Integer  1 to the maximum
// @literal maxDepth Integer 2..10  with 1 the planner makes no search
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns ids List<String>
MATCH p = (s:CI {tenant: $tenantId, id: $id})
  ((x)-[r:DEPENDS_ON/*allTypes*/]-(y)
    WHERE CASE WHEN startNode(r) = x AND $along[coalesce(r.kind, type(r))] IS NOT NULL THEN NOT x:AiLinked OR r.aiFound IS NULL
               WHEN endNode(r) = x AND $against[coalesce(r.kind, type(r))] IS NOT NULL THEN NOT x:AiLinked OR r.aiFound IS NULL
               ELSE false END){1,10/*maxDepth*/}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH b, min(length(p)) AS distance
WHERE distance <= $depth AND b.id <> $id
RETURN collect(b.id) AS ids
