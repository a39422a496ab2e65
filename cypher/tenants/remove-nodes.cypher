// Removes one batch of a tenant's nodes with one label, and their relationships.
//
// @access  WRITE
// @param   $tenantId String
// @param   $limit    Integer
// @literal label Word CI|DeletedCI|DeletedRelationship|EmbeddingA|EmbeddingB|Outbox|ParkedChange
// @returns removed Integer
MATCH (n:CI/*label*/)
WHERE n.tenant = $tenantId AND n.id > ''
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS removed
