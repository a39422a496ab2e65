// Everything that a failure of the given CIs reaches, or that they need, each once at its shortest distance, nearest first.
//
//   (shop:application)-[:DEPENDS_ON]->(db:database)-[:RUNS_ON]->(host:server)
//   downstream of host: db at distance 1, shop at distance 2
//
//   The step's own test tells the direction, kind by kind, so that one breadth-first search walks types of either
//   direction. It reads a property only where it must: each costs as much as the step itself. Inactive CIs are no longer
//   there: no step enters one. Software instances that lead no further are left out unless asked for: a server has
//   thousands of them.
//
// @access  READ
// @param   $tenantId        String
// @param   $ids             List<String>  where the search begins; not part of the answer
// @param   $forward         List<String>  types that are walked from source to target
// @param   $backward        List<String>  types that are walked from target to source
// @param   $ownForward      List<String>  likewise the tenant's own kinds
// @param   $ownBackward     List<String>
// @param   $includeAi       Boolean       whether relationships that a model found are walked
// @param   $includeSoftware Boolean       whether software instances that nothing depends on are part of the answer
// @param   $limit           Integer
// @literal maxDepth Integer 2..64   a bound of 1 is planned as no search at all
// @returns ids List<String>, distances List<Integer>: as long as each other, by distance and id
UNWIND $ids AS start
MATCH p = (s:CI {tenant: $tenantId, id: start})
  ((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
    WHERE CASE WHEN CASE WHEN startNode(r) = x
                 THEN type(r) IN $forward OR (r:RELATED AND r.kind IN $ownForward)
                 ELSE type(r) IN $backward OR (r:RELATED AND r.kind IN $ownBackward) END
            THEN $includeAi OR r.aiFound IS NULL
            ELSE false END
      AND y.status <> 'inactive'){1,10/*maxDepth*/}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH b, min(length(p)) AS distance
WHERE NOT b.id IN $ids AND ($includeSoftware OR NOT b:SoftwareInstance OR EXISTS {
  MATCH (b)-[q:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(next:CI)
  WHERE CASE WHEN startNode(q) = b
          THEN type(q) IN $forward OR (q:RELATED AND q.kind IN $ownForward)
          ELSE type(q) IN $backward OR (q:RELATED AND q.kind IN $ownBackward) END
    AND ($includeAi OR q.aiFound IS NULL) AND next.status <> 'inactive' AND next <> b
})
WITH b.id AS id, distance
ORDER BY distance, id
LIMIT $limit
RETURN collect(id) AS ids, collect(distance) AS distances
