// Connections of CIs that scans observed and do not miss, in both directions.
//
//   (web)-[:CONNECTED_TO {port: 5432, sourceProcess: 'app', targetProcess: 'postgres'}]->(db)
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @literal maxFlows  Integer 2000..2000  connections of a hub that are read
// @returns flows List<Map> of each CI
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN COLLECT {
  MATCH (c)-[r:CONNECTED_TO]-(:CI)
  WHERE r.aiFound IS NULL AND r.missingSince IS NULL
  WITH r LIMIT 2000/*maxFlows*/
  RETURN r {.id, source: startNode(r).id, target: endNode(r).id, .port, .protocol, .sourceProcess, .targetProcess,
            .firstSeen, .lastSeen, .attributes, .discoveredBy}
} AS flows
