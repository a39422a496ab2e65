// Whether a search that stopped at its depth would have gone on: a CI next to one of the furthest that is not yet inside.
//
// @access  READ
// @param   $tenantId        String
// @param   $furthest        Map      a key for each of the furthest that were found
// @param   $inside          Map      a key for each CI that the search began at or found
// @param   $downstream      Boolean  as the search: what fails with them; false: what they need
// @param   $sourceToTarget  Map      a key for each of the tenant's own kinds on which a failure travels so
// @param   $targetToSource  Map
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeSoftware Boolean  whether software instances that nothing depends on count
// @returns id String; one row or none
UNWIND keys($furthest) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y:CI)
WHERE CASE WHEN (endNode(r) = x) = $downstream
        THEN CASE WHEN r:PART_OF THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
        WHEN r:PART_OF|COMMUNICATES_WITH THEN true
        ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
  AND NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL) AND $inside[y.id] IS NULL
  AND ($includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
    MATCH (y)-[q:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(next:CI)
    WHERE CASE WHEN (endNode(q) = y) = $downstream
            THEN CASE WHEN q:PART_OF THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
            WHEN q:PART_OF|COMMUNICATES_WITH THEN true
            ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
      AND NOT next:Inactive AND ($includeAi OR NOT y:AiLinked OR q.aiFound IS NULL) AND next <> y
  })
RETURN y.id AS id
LIMIT 1
