// Records that a schema file was applied.
//
// @access  WRITE
// @tenant  none the schema belongs to the database
// @param   $name      String
// @param   $appliedAt String
// @returns name String
MERGE (m:SchemaMigration {name: $name})
  ON CREATE SET m.appliedAt = $appliedAt
RETURN m.name AS name
