// Every CI that fails with the given CIs, or that they need, once at its shortest distance, with its details; the starts
// themselves; and every relationship between them on which a failure travels.
//
//   (shop:application)-[:DEPENDS_ON]->(db:database)-[:RUNS_ON]->(host:server)
//   downstream of host: host at distance 0, db at 1, shop at 2; steps host -> db, db -> shop
//
//   The search is that of reach/reach.cypher, which explains it. A step is read from the CI that the search reached first; from
//   those at the depth only where a CI has a redundancy group: a detour over them would exceed the depth, but whether a group
//   has failed takes all steps.
//
//   One row of lists, and the server's own numbers of nodes in place of ids: within one statement a number names one node, and
//   a list of numbers is looked up as a set. Long lists are returned as texts with a NUL, which no value contains, after each
//   entry: one text costs the driver and the server a fraction of its entries. Texts of 40 entries, since each is written
//   anew for every entry. Two numbers of a CI or a step are returned as one: a distance is less than 128, a position less than
//   16,384.
//
//   A detail is false for a declared relationship without attributes, true for an observed one. The type is tested after the
//   attributes are read, so that a relationship which is deleted meanwhile is not taken for one without attributes.
//
// @access  READ
// @param   $tenantId        String
// @param   $starts          Map      a key for each CI where the search starts
// @param   $depth           Integer  greatest distance, at most maxDepth
// @param   $downstream      Boolean  true: CIs that fail with the start; false: CIs that the start needs
// @param   $sourceToTarget  Map      a key for each of the tenant's own kinds on which a failure travels from source to target
// @param   $targetToSource  Map      likewise, from target to source
// @param   $includeAi       Boolean  whether relationships that a model found are walked
// @param   $includeOptional Boolean  whether relationships without which the dependent works are walked
// @param   $includeSoftware Boolean  whether software instances are returned that nothing depends on
// @param   $looksBeyond     Boolean  whether to look one step beyond the depth
// @param   $limit           Integer  most CIs besides the starts
// @literal maxDepth Integer 2..64    with 1 the planner makes no search
// @types   failureTypes           run as it stands: DEPENDS_ON alone
// @types   declaredFailureTypes   run as it stands: DEPENDS_ON alone
// @types   targetNeedsSourceOnly  run as it stands: PART_OF alone
// @types   targetNeedsSource      run as it stands: PART_OF alone
// @returns starts Integer: so many of the CIs come first; places, ids, names, types: texts, an entry for each CI, place = node * 128 + distance; statuses List<[id, status]>: of those that are not active; criticalities List<[id, String|null]>: of business services; steps: texts, of each step as the search walked it, node of its end * 16384 + position of the CI where it begins; details List<Boolean | [observed, confidence, redundancyGroup, criticality]>: of each step; truncated Boolean
UNWIND keys($starts) AS start
MATCH (s:CI {tenant: $tenantId, id: start})
WITH collect(s) AS starts
CALL (starts) {
  UNWIND starts AS s
  MATCH p = (s)
    ((x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
      WHERE CASE WHEN CASE WHEN (endNode(r) = x) = $downstream
                   THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
                   WHEN r:PART_OF/*targetNeedsSource*/ THEN true
                   ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
              THEN NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
                   AND ($includeOptional OR coalesce(toLower(r.criticality), '') <> 'optional')
              ELSE false END){1,10/*maxDepth*/}(b)
  WITH starts, b, min(length(p)) AS distance
  WHERE NOT b IN starts AND CASE WHEN b:SoftwareInstance THEN $includeSoftware OR EXISTS {
    MATCH (b)-[q:DEPENDS_ON/*failureTypes*/]-(next:CI)
    WHERE CASE WHEN (endNode(q) = b) = $downstream
            THEN CASE WHEN q:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
            WHEN q:PART_OF/*targetNeedsSource*/ THEN true
            ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
      AND NOT next:Inactive AND ($includeAi OR NOT b:AiLinked OR q.aiFound IS NULL) AND next <> b
  } ELSE true END
  WITH b, b.id AS id, distance ORDER BY distance, id LIMIT $limit + 1
  RETURN collect(b) AS found, collect(id) AS foundIds, collect(distance) AS foundAt
}
WITH *, size([distance IN foundAt[0..$limit] WHERE distance <= $depth]) AS count
WITH size(starts) AS starts, size(found) > count AS isCut, starts + found[0..count] AS cis,
     [s IN starts | s.id] + foundIds[0..count] AS ids, [s IN starts | 0] + foundAt[0..count] AS distances
WITH *, [c IN cis | id(c)] AS nodes, any(c IN cis WHERE c:Grouped) AS hasGroups
CALL (cis) {
  UNWIND cis AS c
  WITH c, c.type AS type, c.status AS status
  RETURN collect(c.name) AS names, collect(type) AS types,
         collect(CASE WHEN status <> 'active' THEN [c.id, status] END) AS statuses,
         collect(CASE type WHEN 'business_service' THEN [c.id, c.`attributes.criticality`] END) AS criticalities
}
CALL (cis, distances, nodes, hasGroups) {
  UNWIND range(0, size(cis) - 1) AS i
  WITH i, cis[i] AS x, nodes
  WHERE hasGroups OR distances[i] < $depth
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y)
  WHERE id(y) IN nodes AND y <> x
    AND CASE WHEN (endNode(r) = x) = $downstream
          THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
          WHEN r:PART_OF/*targetNeedsSource*/ THEN true
          ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
    AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
  RETURN collect(id(y) * 16384 + i) AS steps, collect(
    CASE WHEN r.confidence IS NOT NULL OR r.redundancyGroup IS NOT NULL OR r.criticality IS NOT NULL
      THEN [NOT r:DEPENDS_ON/*declaredFailureTypes*/, r.confidence, r.redundancyGroup, r.criticality]
      WHEN r:DEPENDS_ON/*failureTypes*/ THEN NOT r:DEPENDS_ON/*declaredFailureTypes*/ END) AS details
}
CALL (cis, distances, nodes, isCut) {
  UNWIND range(0, size(cis) - 1) AS i
  WITH cis[i] AS x, nodes
  WHERE $looksBeyond AND NOT isCut AND distances[i] = $depth
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE NOT id(y) IN nodes
    AND CASE WHEN (endNode(r) = x) = $downstream
          THEN CASE WHEN r:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN r:RELATED THEN $targetToSource[r.kind] IS NOT NULL ELSE true END
          WHEN r:PART_OF/*targetNeedsSource*/ THEN true
          ELSE r:RELATED AND $sourceToTarget[r.kind] IS NOT NULL END
    AND NOT y:Inactive AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)
    AND ($includeOptional OR coalesce(toLower(r.criticality), '') <> 'optional')
    AND ($includeSoftware OR NOT y:SoftwareInstance OR EXISTS {
      MATCH (y)-[q:DEPENDS_ON/*failureTypes*/]-(next:CI)
      WHERE CASE WHEN (endNode(q) = y) = $downstream
              THEN CASE WHEN q:PART_OF/*targetNeedsSourceOnly*/ THEN false WHEN q:RELATED THEN $targetToSource[q.kind] IS NOT NULL ELSE true END
              WHEN q:PART_OF/*targetNeedsSource*/ THEN true
              ELSE q:RELATED AND $sourceToTarget[q.kind] IS NOT NULL END
        AND NOT next:Inactive AND ($includeAi OR NOT y:AiLinked OR q.aiFound IS NULL) AND next <> y
    })
  WITH y LIMIT 1
  RETURN count(y) > 0 AS continues
}
WITH *, [i IN range(0, size(nodes) - 1) | nodes[i] * 128 + distances[i]] AS places
RETURN starts, statuses, criticalities, details, isCut OR continues AS truncated,
       [k IN range(0, size(places) - 1, 40) | reduce(text = '', place IN places[k..k+40] | text + toString(place) + '\u0000')] AS places,
       [k IN range(0, size(ids) - 1, 40) | reduce(text = '', id IN ids[k..k+40] | text + toString(id) + '\u0000')] AS ids,
       [k IN range(0, size(names) - 1, 40) | reduce(text = '', name IN names[k..k+40] | text + toString(name) + '\u0000')] AS names,
       [k IN range(0, size(types) - 1, 40) | reduce(text = '', type IN types[k..k+40] | text + toString(type) + '\u0000')] AS types,
       [k IN range(0, size(steps) - 1, 40) | reduce(text = '', step IN steps[k..k+40] | text + toString(step) + '\u0000')] AS steps
