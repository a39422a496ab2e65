// Names of the processes of servers, as their connections report them.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>  servers
// @literal maxConnections Integer 2000..2000  connections read for each server
// @returns hostId String, processes List<String>
UNWIND $ids AS hostId
MATCH (h:CI {tenant: $tenantId, id: hostId})
CALL (h) {
  MATCH (h)-[r:CONNECTED_TO]-(:CI)
  WITH h, r LIMIT 2000/*maxConnections*/
  RETURN collect(DISTINCT CASE WHEN startNode(r) = h THEN r.sourceProcess ELSE r.targetProcess END) AS processes
}
RETURN hostId, processes
