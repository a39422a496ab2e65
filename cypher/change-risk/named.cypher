// The CIs that a change names: those of these ids, and by name in comparable form, two of a name at most: more than one is as
// unknown as none. A software instance counts only where nothing else has its name, which installations share.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @param   $nameKeys List<String>  names in comparable form
// @literal maxRead   Integer 200..200  CIs of one name that are looked at
// @literal maxNamed  Integer 2..2  CIs of one name that are returned
// @returns id String, name String, type String, nameKey String: null for one that was named by its id
CALL {
  UNWIND $ids AS wanted
  MATCH (c:CI {tenant: $tenantId, id: wanted})
  RETURN c, null AS key
  UNION ALL
  UNWIND $nameKeys AS key
  CALL (key) {
    MATCH (c:CI)
    USING INDEX c:CI(tenant, nameKey, id)
    WHERE c.tenant = $tenantId AND c.nameKey = key AND c.id IS NOT NULL
    WITH c LIMIT 200/*maxRead*/
    WITH collect(c) AS found
    WITH found, [c IN found WHERE NOT c:SoftwareInstance] AS others
    UNWIND CASE WHEN size(others) > 0 THEN others ELSE found END AS c
    RETURN c LIMIT 2/*maxNamed*/
  }
  RETURN c, key
}
RETURN c.id AS id, c.name AS name, c.type AS type, key AS nameKey
