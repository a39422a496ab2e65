// Everything that a failure of the given CIs reaches, or that they need, each once at its shortest distance.
//
//   (shop:application)-[:DEPENDS_ON]->(db:database)-[:RUNS_ON]->(host:server)
//   downstream of host: db at distance 1, shop at distance 2
//
//   The step's own test tells the direction, type by type, so that one breadth-first search walks types of either
//   direction: from failing to needing, all but PART_OF lead against their arrow, PART_OF and COMMUNICATES_WITH along it.
//   Nested CASEs keep the order: who reads a property last reads few. Inactive CIs are no longer there: no step enters one.
//   Labels stand for what a step would read of properties: Inactive, and AiLinked at both ends of what a model ever found.
//   Software instances that lead no further are left out unless asked for: a server has thousands of them.
//
//   Maps instead of lists: a list is planned anew for each power of ten that its length reaches.
//
// @access  READ
// @param   $tenantId        String
// @param   $starts          Map      a key for each CI where the search begins; another start may find it
// @param   $downstream      Boolean  what fails with them; false: what they need
// @param   $sourceToTarget  Map      a key for each of the tenant's own kinds on which a failure travels so
// @param   $targetToSource  Map
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeSoftware Boolean  whether software instances that nothing depends on are part of the answer
// @param   $limit           Integer
// @literal maxDepth Integer 2..64    a bound of 1 is planned as no search at all
// @literal tie      Word id|distance whether those of equal distance are put in order by id, which costs much, or in none
// @returns ids List<String>, distances List<Integer>: as long as each other, nearest first
UNWIND keys($starts) AS start
MATCH p = (s:CI {tenant: $tenantId, id: start})
  ((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
    WHERE CASE WHEN CASE WHEN (endNode(r) = x) = $downstream
                 THEN CASE WHEN r:PART_OF THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
                 WHEN r:PART_OF|COMMUNICATES_WITH THEN true
                 ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
            THEN NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
            ELSE false END){1,10/*maxDepth*/}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH b, min(length(p)) AS distance
WHERE CASE WHEN b:SoftwareInstance THEN $includeSoftware OR EXISTS {
  MATCH (b)-[q:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(next:CI)
  WHERE CASE WHEN (endNode(q) = b) = $downstream
          THEN CASE WHEN q:PART_OF THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
          WHEN q:PART_OF|COMMUNICATES_WITH THEN true
          ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
    AND NOT next:Inactive AND ($includeAi OR NOT b:AiLinked OR q.aiFound IS NULL) AND next <> b
} ELSE true END
WITH b.id AS id, distance
ORDER BY distance, id/*tie*/
LIMIT $limit
RETURN collect(id) AS ids, collect(distance) AS distances
