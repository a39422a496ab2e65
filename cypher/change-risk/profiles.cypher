// CIs with what tells whether two are alike: type, name, and the software products installed on them or that they are of.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      Map  a key for each CI
// @literal maxInstances Integer 200..200
// @returns id String, name String, type String, programs List<[id, name]>
UNWIND keys($ids) AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.name AS name, c.type AS type,
       COLLECT {
         MATCH (c)<-[r:INSTALLED_ON]-(i:CI)
         WHERE r.aiFound IS NULL AND NOT i:Inactive
         WITH i LIMIT 200/*maxInstances*/
         MATCH (i)-[:INSTANCE_OF]->(s:CI)
         RETURN DISTINCT [s.id, s.name]
       } + COLLECT { MATCH (c)-[:INSTANCE_OF]->(s:CI) RETURN [s.id, s.name] LIMIT 1 } AS programs
