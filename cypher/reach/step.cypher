// One step of a search: each CI next to one of these, along failures. The caller knows which of them it has seen: sending all
// of those with every step would cost more than the step.
//
// @access  READ
// @param   $tenantId        String
// @param   $furthest        Map      a key for each CI at the greatest distance
// @param   $downstream      Boolean  true: CIs that fail with the start; false: CIs that the start needs
// @param   $sourceToTarget  Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource  Map      likewise, from target to source
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeOptional Boolean  whether relationships without which the dependent works are walked
// @param   $includeSoftware Boolean  whether software instances count that nothing depends on
// @param   $limit           Integer
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns ids List<String>: each once, in any order
UNWIND keys($furthest) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
WHERE CASE WHEN (endNode(r) = x) = $downstream
        THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
        WHEN r:PART_OF/*targetNeedsSource*/ THEN true
        ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
  AND NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
  AND ($includeOptional OR coalesce(toLower(r.criticality), '') <> 'optional')
WITH DISTINCT y
WHERE $includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
  MATCH (y)-[q:DEPENDS_ON/*failureTypes*/]-(next:CI)
  WHERE CASE WHEN (endNode(q) = y) = $downstream
          THEN CASE WHEN q:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
          WHEN q:PART_OF/*targetNeedsSource*/ THEN true
          ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
    AND NOT next:Inactive AND ($includeAi OR NOT y:AiLinked OR q.aiFound IS NULL) AND next <> y
}
WITH y.id AS id
LIMIT $limit
RETURN collect(id) AS ids
