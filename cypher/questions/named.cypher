// CIs by name, for names that a question may hold. Of software instances, which may have a name thousands of times, one.
//
// @access  READ
// @param   $tenantId String
// @param   $nameKeys List<String>  names in comparable form
// @literal maxRead   Integer 5000..5000  CIs of one name that are looked at
// @literal maxNamed  Integer 20..20  of them returned, without software instances
// @returns id String, name String, type String, nameKey String
UNWIND $nameKeys AS key
CALL (key) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, nameKey, id)
  WHERE c.tenant = $tenantId AND c.nameKey = key AND c.id IS NOT NULL
  WITH c LIMIT 5000/*maxRead*/
  WITH collect(c) AS found
  WITH [c IN found WHERE NOT c:SoftwareInstance][0 .. 20/*maxNamed*/] + [c IN found WHERE c:SoftwareInstance][0 .. 1] AS told
  UNWIND told AS c
  RETURN c.id AS id, c.name AS name, c.type AS type
}
RETURN id, name, type, key AS nameKey
