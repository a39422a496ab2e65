// Sets the failure direction of a tenant's own type, and registers the type if it is new. Locks the type, so that each of
// two changes at once sees what the other one made.
//
// @access  WRITE
// @param   $tenantId  String
// @param   $name      String  key of the type, upper snake
// @param   $spelling  String  for a new type
// @param   $failure   String  none, source_to_target, target_to_source or both
// @param   $createdAt String
// @returns name String, spelling String, failure String, before String the direction until now, version Integer of this change
MERGE (t:RelationshipType {tenant: $tenantId, name: $name})
  ON CREATE SET t.spelling = $spelling, t.createdAt = $createdAt, t.failure = 'none'
SET t.lock = true
WITH t, t.failure AS before
SET t.failure = $failure, t.version = coalesce(t.version, 0) + 1
REMOVE t.lock
RETURN t.name AS name, t.spelling AS spelling, t.failure AS failure, before, t.version AS version
