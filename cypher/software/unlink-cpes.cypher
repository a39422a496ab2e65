// Takes locked software instances away from their CPE names.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>
// @returns unlinked Integer
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})-[r:HAS_CPE]->(:CpeEntry)
DELETE r
RETURN count(*) AS unlinked
