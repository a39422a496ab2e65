// The next step of a search from many CIs: CIs next to the furthest that the search has not found.
//
// @access  READ
// @param   $tenantId        String
// @param   $furthest        Map      a key for each CI at the greatest distance
// @param   $inside          Map      a key for each CI where the search started, or that it found
// @param   $along           Map      kind -> true: walked from source to target; other values: not
// @param   $against         Map      likewise, from target to source
// @param   $anyType         Boolean  whether CIs of every type are entered
// @param   $types           Map      a key for each type of CI that is entered
// @param   $statuses        Map      a key for each status of CI that is entered
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeSoftware Boolean  whether software instances are returned that are only installed
// @param   $limit           Integer
// @types   allTypes      run as it stands: DEPENDS_ON alone
// @types   processTypes  run as it stands: DEPENDS_ON alone
// @returns id String
UNWIND keys($furthest) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON/*allTypes*/]-(y:CI)
WHERE CASE WHEN startNode(r) = x THEN $along[coalesce(r.kind, type(r))] ELSE $against[coalesce(r.kind, type(r))] END
  AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
  AND ($anyType OR $types[y.type] IS NOT NULL) AND $statuses[y.status] IS NOT NULL AND $inside[y.id] IS NULL
  AND ($includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
    MATCH (y)-[q:DEPENDS_ON/*processTypes*/]-(other:CI)
    WHERE ($includeAi OR q.aiFound IS NULL) AND NOT other:SoftwareFamily
  })
WITH DISTINCT y.id AS id
ORDER BY id
LIMIT $limit
RETURN id
