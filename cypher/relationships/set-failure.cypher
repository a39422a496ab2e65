// Says which way a failure travels on a type of the tenant's own; registers the type where nobody has named it yet.
//
// @access  WRITE
// @param   $tenantId String
// @param   $name     String   key of the type, upper snake
// @param   $spelling String   how a new type is spelled
// @param   $failure  String   none, source_to_target, target_to_source or both
// @param   $at       String
// @returns name String, spelling String, failure String
MERGE (t:RelationshipType {tenant: $tenantId, name: $name})
  ON CREATE SET t.spelling = $spelling, t.createdAt = $at
SET t.failure = $failure
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure
