// Names of the schema files that this database has seen.
//
// @access  READ
// @tenant  none the schema belongs to the database
// @scan    a handful of nodes, read once at start, perhaps before their constraint exists
// @returns name String
MATCH (m:SchemaMigration)
RETURN m.name AS name
