// Whether a search that stopped at its depth would have gone on: a CI next to one of the furthest that is not yet inside.
//
// @access  READ
// @param   $tenantId        String
// @param   $ids             List<String>  the furthest that were found
// @param   $inside          Map           a key for each CI that the search began at or found
// @param   $forward         List<String>  types that are walked from source to target
// @param   $backward        List<String>  types that are walked from target to source
// @param   $ownForward      List<String>  likewise the tenant's own kinds
// @param   $ownBackward     List<String>
// @param   $includeAi       Boolean       whether relationships that a model found are walked
// @param   $includeSoftware Boolean       whether software instances that nothing depends on count
// @returns id String; one row or none
UNWIND $ids AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y:CI)
WHERE CASE WHEN startNode(r) = x
        THEN type(r) IN $forward OR (r:RELATED AND r.kind IN $ownForward)
        ELSE type(r) IN $backward OR (r:RELATED AND r.kind IN $ownBackward) END
  AND ($includeAi OR r.aiFound IS NULL) AND y.status <> 'inactive' AND $inside[y.id] IS NULL
  AND ($includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
    MATCH (y)-[q:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(next:CI)
    WHERE CASE WHEN startNode(q) = y
            THEN type(q) IN $forward OR (q:RELATED AND q.kind IN $ownForward)
            ELSE type(q) IN $backward OR (q:RELATED AND q.kind IN $ownBackward) END
      AND ($includeAi OR q.aiFound IS NULL) AND next.status <> 'inactive' AND next <> y
  })
RETURN y.id AS id
LIMIT 1
