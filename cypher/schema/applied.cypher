// Names of the schema files that were applied to this database.
//
// @access  READ
// @tenant  none the schema belongs to the database
// @scan    a handful of nodes, read once at start, perhaps before their constraint exists
// @returns name String
MATCH (m:SchemaMigration)
RETURN m.name AS name
