// Relationships between CIs of a set on which a failure travels, from the CI that fails to the CI that needs it. A
// relationship that carries failures both ways is returned for each.
//
//   Places instead of ids, and one row for all relationships of a CI: there may be tens of thousands.
//
// @access  READ
// @param   $tenantId       String
// @param   $places         Map      id -> position, of each CI of the set
// @param   $sourceToTarget Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource Map      likewise, from target to source
// @param   $includeAi      Boolean  whether relationships that a model found count
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns from Integer, steps List<[to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy]>
UNWIND keys($places) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
WHERE CASE WHEN endNode(r) = x
        THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
        WHEN r:PART_OF/*targetNeedsSource*/ THEN true
        ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
  AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
WITH x, id, r, y, $places[y.id] AS to
WHERE y <> x AND to IS NOT NULL
RETURN $places[id] AS from, collect([to, r.id, type(r), r.spelling, r.confidence, r.redundancyGroup, r.criticality, r.discoveredBy]) AS steps
