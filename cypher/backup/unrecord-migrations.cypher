// Removes the records of applied schema files. The files are then applied again to the data of an older version.
//
// @access  WRITE
// @tenant  none the schema belongs to the database
// @param   $names List<String>
// @returns forgotten Integer
UNWIND $names AS name
MATCH (m:SchemaMigration {name: name})
DELETE m
RETURN count(*) AS forgotten
