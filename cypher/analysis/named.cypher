// CIs that a text may mention, by name. Of software instances, which may share a name thousands of times, at most one.
//
// @access  READ
// @param   $tenantId String
// @param   $nameKeys List<String>  names in comparable form
// @literal maxRead   Integer 20..20  CIs of one name that are looked at
// @returns nameKey String, ids List<String>, type String
UNWIND $nameKeys AS key
CALL (key) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, nameKey, id)
  WHERE c.tenant = $tenantId AND c.nameKey = key AND c.id IS NOT NULL
  WITH c LIMIT 20/*maxRead*/
  WITH c ORDER BY CASE WHEN c:SoftwareInstance THEN 1 ELSE 0 END, c.id
  RETURN collect(c.id)[0 .. 3] AS ids, collect(c.type)[0] AS type
}
WITH key, ids, type WHERE type IS NOT NULL
RETURN key AS nameKey, ids, type
