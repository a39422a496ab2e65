// CIs by name, for values of fields that name another CI, without software.
//
// @access  READ
// @param   $tenantId String
// @param   $nameKeys List<String>  names in comparable form
// @literal maxRead   Integer 50..50  CIs of one name that are looked at
// @returns nameKey String, ids List<String>
UNWIND $nameKeys AS key
RETURN key AS nameKey, COLLECT {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, nameKey, id)
  WHERE c.tenant = $tenantId AND c.nameKey = key AND c.id IS NOT NULL
  WITH c LIMIT 50/*maxRead*/
  WITH c WHERE NOT c:SoftwareInstance AND NOT c:Software AND NOT c:SoftwareFamily AND c.status <> 'inactive'
  RETURN c.id LIMIT 3
} AS ids
