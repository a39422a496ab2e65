// Sets the failure direction of a tenant's own type, and registers the type if it is new.
//
// @access  WRITE
// @param   $tenantId  String
// @param   $name      String  key of the type, upper snake
// @param   $spelling  String  for a new type
// @param   $failure   String  none, source_to_target, target_to_source or both
// @param   $createdAt String
// @returns name String, spelling String, failure String
MERGE (t:RelationshipType {tenant: $tenantId, name: $name})
  ON CREATE SET t.spelling = $spelling, t.createdAt = $createdAt
SET t.failure = $failure
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure
