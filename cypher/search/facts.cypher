// What the texts of CIs are made of, with the hash of the text whose vector they have.
//
//   Relationships that a model found (aiFound) are omitted: a guess must not support the next one.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @literal label        Word    EmbeddingA|EmbeddingB
// @literal maxRead      Integer 300..300    relationships of a hub that are read, in any order: bounds the cost
// @literal maxInstances Integer 1000..1000  instances of software that are read for one server
// @literal maxSoftware  Integer 60..60      names of software that are returned
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns id, type, name, status, description, attributes, customFields, hash String|null,
// @returns neighbours List<Map> {id, name, graphType, spelling, outgoing}, software List<String>,
// @returns hosts List<String>: ids of the servers of an instance of software
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
OPTIONAL MATCH (e:EmbeddingA/*label*/ {tenant: $tenantId, id: id})
RETURN c.id AS id, c.type AS type, c.name AS name, c.status AS status, c.description AS description,
       c.attributes AS attributes, c.customFields AS customFields, e.hash AS hash,
       COLLECT {
         MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(other:CI)
         WHERE r.aiFound IS NULL AND NOT other:SoftwareInstance
         WITH c, r, other LIMIT 300/*maxRead*/
         RETURN {id: other.id, name: other.name, graphType: type(r), spelling: r.spelling, outgoing: startNode(r) = c}
       } AS neighbours,
       COLLECT {
         MATCH (c)<-[:INSTALLED_ON]-(i:SoftwareInstance)
         WITH i LIMIT 1000/*maxInstances*/
         OPTIONAL MATCH (i)-[:INSTANCE_OF]->(s:CI)
         WITH DISTINCT coalesce(s.name, i.name) AS name
         RETURN name ORDER BY name LIMIT 60/*maxSoftware*/
       } AS software,
       CASE WHEN c:SoftwareInstance THEN [(c)-[:INSTALLED_ON]->(h:CI) | h.id] ELSE [] END AS hosts
