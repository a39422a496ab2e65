// Removes the links of locked software instances to their CPE names.
//
// @access  WRITE
// @param   $tenantId String
// @param   $ids      List<String>
// @returns unlinked Integer
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})-[r:HAS_CPE]->(:CpeEntry)
DELETE r
RETURN count(*) AS unlinked
