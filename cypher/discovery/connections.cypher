// Connections that scans found going out from CIs.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns sourceId, id, key, targetId, missingSince
UNWIND $ids AS sourceId
MATCH (source:CI {tenant: $tenantId, id: sourceId})-[r:CONNECTED_TO]->(target:CI)
WHERE r.discoveredBy STARTS WITH 'scan:'
RETURN sourceId, r.id AS id, r.key AS key, target.id AS targetId, r.missingSince AS missingSince,
       r.targetProcess AS targetProcess
