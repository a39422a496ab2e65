// Forgets that schema files were applied, so that they are applied again to what an older Orrery wrote.
//
// @access  WRITE
// @tenant  none the schema belongs to the database
// @param   $names List<String>
// @returns forgotten Integer
UNWIND $names AS name
MATCH (m:SchemaMigration {name: name})
DELETE m
RETURN count(*) AS forgotten
