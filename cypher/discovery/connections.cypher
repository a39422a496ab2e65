// Connections of CIs in both directions, each once, from every source.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id, key, sourceId, targetId, protocol, port, sourceProcess, targetProcess, foundTargetProcess, observer,
//          discoveredBy, missingSince, lastSeen, attributes, version
UNWIND $ids AS id
MATCH (host:CI {tenant: $tenantId, id: id})-[r:CONNECTED_TO]-(:CI)
WITH DISTINCT r, startNode(r) AS source, endNode(r) AS target
RETURN r.id AS id, r.key AS key, source.id AS sourceId, target.id AS targetId, r.protocol AS protocol, r.port AS port,
       r.sourceProcess AS sourceProcess, r.targetProcess AS targetProcess, r.foundTargetProcess AS foundTargetProcess,
       r.observer AS observer, r.discoveredBy AS discoveredBy, r.missingSince AS missingSince, r.lastSeen AS lastSeen,
       r.attributes AS attributes, coalesce(r.version, 1) AS version
ORDER BY id
