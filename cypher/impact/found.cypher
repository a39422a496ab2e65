// Details of the CIs that a search found, and the relationships between them on which the search proceeded, from the CI that
// fails to the CI that needs it. Also every relationship with a redundancy group.
//
//   Places instead of ids, and one row for all relationships of a CI: there may be tens of thousands.
//
// @access  READ
// @param   $tenantId       String
// @param   $places         Map      id -> [position, distance]
// @param   $distanceStep   Integer  distance of the CI that needs, minus that of the CI that fails: 1 or -1
// @param   $sourceToTarget Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource Map      likewise, from target to source
// @param   $includeAi      Boolean  whether relationships that a model found count
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns from Integer, id String, name String, type String, status String, criticality String|null, steps List<[to, graphType, confidence, redundancyGroup, criticality]>
UNWIND keys($places) AS id
MATCH (x:CI {tenant: $tenantId, id: id})
WITH x, $places[id][0] AS from, $places[id][1] AS distance
CALL (x, from, distance) {
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE CASE WHEN endNode(r) = x
          THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
          WHEN r:PART_OF/*targetNeedsSource*/ THEN true
          ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
    AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
  WITH x, from, distance, y, r, $places[y.id] AS place
  WHERE y <> x AND (place[1] - distance = $distanceStep OR (place IS NOT NULL AND r.redundancyGroup IS NOT NULL))
  RETURN collect([place[0], type(r), r.confidence, r.redundancyGroup, r.criticality]) AS steps
}
RETURN from, x.id AS id, x.name AS name, x.type AS type, x.status AS status,
       CASE x.type WHEN 'business_service' THEN x.`attributes.criticality` END AS criticality, steps
