// Processes of servers that their connections name, of up to 2,000 connections each.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>  servers
// @returns hostId String, processes List<String>
UNWIND $ids AS hostId
MATCH (h:CI {tenant: $tenantId, id: hostId})
CALL (h) {
  MATCH (h)-[r:CONNECTED_TO]-(:CI)
  WITH h, r LIMIT 2000
  RETURN collect(DISTINCT CASE WHEN startNode(r) = h THEN r.sourceProcess ELSE r.targetProcess END) AS processes
}
RETURN hostId, processes
