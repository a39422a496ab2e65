// Types of a tenant's own, registered once: who names one first decides how it is spelled.
//
// @access  WRITE
// @param   $tenantId String
// @param   $types    List<Map>  {name, spelling}, sorted by name, each once
// @param   $at       String
// @returns name String, spelling String, failure String
UNWIND $types AS wanted
MERGE (t:RelationshipType {tenant: $tenantId, name: wanted.name})
  ON CREATE SET t.spelling = wanted.spelling, t.failure = 'none', t.createdAt = $at
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure
