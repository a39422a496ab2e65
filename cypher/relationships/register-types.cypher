// Registers a tenant's own types, each once: the first caller decides the spelling.
//
// @access  WRITE
// @param   $tenantId  String
// @param   $types     List<Map>  {name, spelling}, sorted by name, each once
// @param   $createdAt String
// @returns name String, spelling String, failure String
UNWIND $types AS wanted
MERGE (t:RelationshipType {tenant: $tenantId, name: wanted.name})
  ON CREATE SET t.spelling = wanted.spelling, t.failure = 'none', t.createdAt = $createdAt
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure
