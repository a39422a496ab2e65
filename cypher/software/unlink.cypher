// Removes links that the pipeline made for locked software instances or software.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>  of the relationships
// @literal type Word INSTANCE_OF|MEMBER_OF
// @returns id String, source String, target String
UNWIND $ids AS id
MATCH (a)-[r:INSTANCE_OF/*type*/]->(b)
USING INDEX SEEK r:INSTANCE_OF/*type*/(tenant, id)
WHERE r.tenant = $tenantId AND r.id = id
WITH r, id, a.id AS source, b.id AS target
DELETE r
RETURN id, source, target
