// Every CI that a failure of the given CIs reaches, or that they need, once at its shortest distance.
//
//   (shop:application)-[:DEPENDS_ON]->(db:database)-[:RUNS_ON]->(host:server)
//   downstream of host: db at distance 1, shop at distance 2
//
//   The predicate of a step tests the direction by type, so one breadth-first search walks types of both directions: from the
//   failing CI to the CI that needs it, PART_OF and COMMUNICATES_WITH lead along their arrow, all others and
//   COMMUNICATES_WITH against it. Nested CASEs keep the order: the last test reads properties, and few steps get there.
//   No step enters an inactive CI. The labels Inactive and AiLinked (both ends of a relationship that a model found) replace
//   properties. Software instances without dependents are omitted unless requested: a server has thousands.
//
//   Maps instead of lists: the planner makes a new plan for every power of ten that the length of a list reaches.
//
// @access  READ
// @param   $tenantId        String
// @param   $starts          Map      a key for each CI where the search starts; another start may find it
// @param   $downstream      Boolean  true: CIs that fail with the start; false: CIs that the start needs
// @param   $sourceToTarget  Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource  Map      likewise, from target to source
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeOptional Boolean  whether relationships without which the dependent works are walked
// @param   $includeSoftware Boolean  whether software instances are returned that nothing depends on
// @param   $limit           Integer
// @literal maxDepth Integer 2..64        with 1 the planner makes no search
// @literal tie      Word    id|distance  order of CIs at equal distance: by id, which is expensive, or none
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns ids List<String>, distances List<Integer>: of equal length, nearest first
UNWIND keys($starts) AS start
MATCH p = (s:CI {tenant: $tenantId, id: start})
  ((x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
    WHERE CASE WHEN CASE WHEN (endNode(r) = x) = $downstream
                 THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
                 WHEN r:PART_OF/*targetNeedsSource*/ THEN true
                 ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
            THEN NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
                 AND ($includeOptional OR coalesce(toLower(r.criticality), '') <> 'optional')
            ELSE false END){1,10/*maxDepth*/}(b)
USING INDEX SEEK s:CI(tenant, id)
WITH b, min(length(p)) AS distance
WHERE CASE WHEN b:SoftwareInstance THEN $includeSoftware OR EXISTS {
  MATCH (b)-[q:DEPENDS_ON/*failureTypes*/]-(next:CI)
  WHERE CASE WHEN (endNode(q) = b) = $downstream
          THEN CASE WHEN q:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
          WHEN q:PART_OF/*targetNeedsSource*/ THEN true
          ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
    AND NOT next:Inactive AND ($includeAi OR NOT b:AiLinked OR q.aiFound IS NULL) AND next <> b
} ELSE true END
WITH b.id AS id, distance
ORDER BY distance, id/*tie*/
LIMIT $limit
RETURN collect(id) AS ids, collect(distance) AS distances
