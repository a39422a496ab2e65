// How many CIs connect to a port of a CI, or how many a CI connects to on a port: what most hosts do tells of none of them.
//
// @access  READ
// @param   $tenantId String
// @param   $ends     List<Map>  {id, port, incoming}
// @returns id String, port Integer, incoming Boolean, peers Integer
UNWIND $ends AS end
MATCH (c:CI {tenant: $tenantId, id: end.id})
RETURN end.id AS id, end.port AS port, end.incoming AS incoming,
       CASE WHEN end.incoming
         THEN COUNT { MATCH (c)<-[r:CONNECTED_TO]-(p:CI) WHERE r.port = end.port RETURN DISTINCT p }
         ELSE COUNT { MATCH (c)-[r:CONNECTED_TO]->(p:CI) WHERE r.port = end.port RETURN DISTINCT p } END AS peers
