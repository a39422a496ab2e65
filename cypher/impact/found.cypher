// Details of the CIs that a search found, and the relationships between them on which the search proceeded, from the CI that
// fails to the CI that needs it. Also every relationship with a redundancy group.
//
//   Places instead of ids, and one row of lists for all CIs: there may be ten thousand, and each row of their own would cost
//   more than its values. A place is position * 128 + distance, since a distance is at most 64. Most steps have a declared type
//   and no attributes: of those only the position is returned. The type is tested after the attributes are read, so that a
//   relationship which is deleted meanwhile is not taken for one without attributes.
//
// @access  READ
// @param   $tenantId       String
// @param   $places         Map      id -> place
// @param   $distanceStep   Integer  distance of the CI that needs, minus that of the CI that fails: 1 or -1
// @param   $sourceToTarget Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource Map      likewise, from target to source
// @param   $includeAi      Boolean  whether relationships that a model found count
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @types   declaredFailureTypes   run as it stands: DEPENDS_ON alone
// @returns positions List<Integer>, names List<String>, types List<String>, statuses List<String>, criticalities List<[String|null]>, steps List<List<to | [to, graphType, confidence, redundancyGroup, criticality]>>: of equal length
UNWIND keys($places) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
WITH x, $places[id] AS place
CALL (x, place) {
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE CASE WHEN endNode(r) = x
          THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
          WHEN r:PART_OF/*targetNeedsSource*/ THEN true
          ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
    AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
  WITH x, y, r, place % 128 + $distanceStep AS next, $places[y.id] AS there
  WHERE y <> x AND (there % 128 = next OR (there IS NOT NULL AND r.redundancyGroup IS NOT NULL))
  WITH r, there / 128 AS to, r.confidence AS confidence, r.redundancyGroup AS redundancyGroup, r.criticality AS criticality
  RETURN collect(CASE WHEN confidence IS NULL AND redundancyGroup IS NULL AND criticality IS NULL AND r:DEPENDS_ON/*declaredFailureTypes*/
                   THEN to ELSE [to, type(r), confidence, redundancyGroup, criticality] END) AS steps
}
RETURN collect(place / 128) AS positions, collect(x.name) AS names, collect(x.type) AS types, collect(x.status) AS statuses,
       collect([CASE x.type WHEN 'business_service' THEN x.`attributes.criticality` END]) AS criticalities, collect(steps) AS steps
