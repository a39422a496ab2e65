// The relationships between CIs of a set on which a failure travels, from the CI that fails to the one that needs it. One
// that carries it both ways comes back for each.
//
//   Positions instead of ids, and one row for all that leave a CI: there may be tens of thousands.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>   the set
// @param   $place         Map            id -> position in ids
// @param   $distances     List<Integer>  of each of ids; empty where $gap is null
// @param   $gap           Integer|null   only between CIs whose distances differ by so much, those with a redundancy group apart; null: all
// @param   $towardsTarget List<String>   kinds on which the target needs the source
// @param   $towardsSource List<String>   kinds on which the source needs the target
// @param   $includeAi     Boolean        whether relationships that a model found count
// @returns from Integer, steps List<[to, id, graphType, spelling, confidence, redundancyGroup, criticality, discoveredBy]>
UNWIND range(0, size($ids) - 1) AS i
MATCH (x:CI {tenant: $tenantId, id: $ids[i]})
MATCH (x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y:CI)
WHERE ((startNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsTarget)
       OR (endNode(r) = x AND CASE type(r) WHEN 'RELATED' THEN r.kind ELSE type(r) END IN $towardsSource))
  AND ($includeAi OR r.aiFound IS NULL)
WITH i, r, $place[y.id] AS j
WHERE j <> i AND ($gap IS NULL OR $distances[j] - $distances[i] = $gap OR r.redundancyGroup IS NOT NULL)
RETURN i AS from, collect([j, r.id, type(r), r.spelling, r.confidence, r.redundancyGroup, r.criticality, r.discoveredBy]) AS steps
