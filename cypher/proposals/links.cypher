// Relationships between pairs of CIs besides observed connections, in either direction, and whether a dependency of what runs
// on them says the same.
//
//   (shop:application)-[:RUNS_ON]->(app01), (shop)-[:DEPENDS_ON]->(orders:database)-[:RUNS_ON]->(db01)
//   covers app01 -> db01
//
// @access  READ
// @param   $tenantId String
// @param   $pairs    List<Map>  {source, target}
// @types   allTypes       run as it stands: DEPENDS_ON alone
// @types   declaredNeeds  run as it stands: DEPENDS_ON alone
// @types   hostingTypes   run as it stands: RUNS_ON alone
// @returns source String, target String, covered Boolean, links List<Map> {id, graphType, outgoing, aiFound}
UNWIND $pairs AS pair
MATCH (a:CI {tenant: $tenantId, id: pair.source})
MATCH (b:CI {tenant: $tenantId, id: pair.target})
RETURN pair.source AS source, pair.target AS target,
       EXISTS { (a)<-[:RUNS_ON/*hostingTypes*/]-(x:CI)-[n:DEPENDS_ON/*declaredNeeds*/]->(y:CI)-[:RUNS_ON/*hostingTypes*/]->(b)
                WHERE n.aiFound IS NULL } AS covered,
       COLLECT { MATCH (a)-[r:DEPENDS_ON/*allTypes*/]-(b) WHERE NOT r:CONNECTED_TO
                 RETURN {id: r.id, graphType: type(r), outgoing: startNode(r) = a, aiFound: r.aiFound IS NOT NULL} LIMIT 50
       } AS links
