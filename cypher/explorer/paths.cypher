// Shortest paths between two CIs: of all paths of the least length some, as ids from the first CI to the second.
//
// @access  READ
// @param   $tenantId  String
// @param   $from      String
// @param   $to        String
// @param   $along     Map      a key for each kind that is walked from source to target
// @param   $against   Map      likewise, from target to source
// @param   $includeAi Boolean  whether relationships that a model found are walked
// @param   $limit     Integer
// @literal maxHops Integer 1..10
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns ids List<String>
MATCH (a:CI {tenant: $tenantId, id: $from})
MATCH (b:CI {tenant: $tenantId, id: $to})
MATCH p = SHORTEST 1 GROUP (a)
  ((x)-[r:DEPENDS_ON/*allTypes*/]-(y)
    WHERE CASE WHEN startNode(r) = x THEN $along[coalesce(r.kind, type(r))] ELSE $against[coalesce(r.kind, type(r))] END IS NOT NULL
      AND ($includeAi OR NOT x:AiLinked OR r.aiFound IS NULL)){1,8/*maxHops*/}(b)
WITH p LIMIT $limit
RETURN DISTINCT [n IN nodes(p) | n.id] AS ids
