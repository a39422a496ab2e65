// A shortest path from one of the given CIs to each of the others, on relationships that carry a failure, in either
// direction, through active CIs.
//
// @access  READ
// @param   $tenantId String
// @param   $from     List<String>
// @param   $targets  Map           a key for each CI: at most 100, known to lie within 3 steps
// @param   $kinds    Map           a key for each of the tenant's own kinds that carry a failure
// @types   failureTypes  run as it stands: DEPENDS_ON alone
// @returns id String, names List<String>, types List<List>  [graphType, spelling|null, forward Boolean: from source to target]
UNWIND keys($targets) AS id
MATCH (b:CI {tenant: $tenantId, id: id})
CALL (b) {
  UNWIND $from AS start
  MATCH (s:CI {tenant: $tenantId, id: start})
  WHERE s <> b
  MATCH p = shortestPath((s)-[:DEPENDS_ON/*failureTypes*/*..3]-(b))
  WHERE all(r IN relationships(p) WHERE (NOT startNode(r):AiLinked OR r.aiFound IS NULL) AND (NOT r:RELATED OR $kinds[r.kind] IS NOT NULL))
    AND all(n IN nodes(p)[1..-1] WHERE NOT n:Inactive AND NOT n:SoftwareInstance)
  RETURN p
  ORDER BY length(p)
  LIMIT 1
}
RETURN b.id AS id, [n IN nodes(p) | n.name] AS names,
       [i IN range(0, length(p) - 1) | [type(relationships(p)[i]), relationships(p)[i].spelling, startNode(relationships(p)[i]) = nodes(p)[i]]] AS types
