// JSON texts of attributes of relationships that may hold a key, some of every type.
//
//   Run as it stands, the file covers DEPENDS_ON alone: the lines of `@each` are repeated for every type.
//
// @access  READ
// @param   $tenantId String
// @param   $quoted   List<String>  the key, and what it may begin with, as JSON text writes them: "port":
// @literal maxSamples Integer 200..200  JSON texts of each type that are returned
// @returns text String
CALL {
  // @each type in allTypes, between UNION ALL
  MATCH ()-[r:DEPENDS_ON/*type*/]->()
  USING INDEX SEEK r:DEPENDS_ON/*type*/(tenant, id)
  WHERE r.tenant = $tenantId AND r.id IS NOT NULL AND any(key IN $quoted WHERE r.attributes CONTAINS key)
  RETURN DISTINCT r.attributes AS text LIMIT 200/*maxSamples*/
  // @end
}
RETURN DISTINCT text
