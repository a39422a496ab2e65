// Writes to the record of a schema file: the server that commits it takes writes. Nothing reads what it writes.
//
// @access  WRITE
// @tenant  none it asks about the server
// @param   $name  String   of a file that was applied
// @param   $atMs  Integer  a Unix time that the record does not hold yet
// @returns name String
MATCH (m:SchemaMigration {name: $name})
SET m.provedAt = $atMs
RETURN m.name AS name
