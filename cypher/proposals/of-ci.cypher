// Relationships of a CI that a model found, those that people confirmed included, newest first.
//
// @access  READ
// @param   $tenantId String
// @param   $id       String
// @param   $skip     Integer
// @param   $limit    Integer
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns total Integer, ids List<String>; no row where the CI does not exist
MATCH (c:CI {tenant: $tenantId, id: $id})
RETURN COUNT { MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(:CI) WHERE r.aiFound IS NOT NULL OR r.confirmedAt IS NOT NULL } AS total,
       COLLECT {
         MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(:CI)
         WHERE r.aiFound IS NOT NULL OR r.confirmedAt IS NOT NULL
         WITH r ORDER BY r.createdAt DESC, r.id DESC SKIP $skip LIMIT $limit
         RETURN r.id
       } AS ids
