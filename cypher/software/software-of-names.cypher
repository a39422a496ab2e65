// Software CIs by name.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String        software
// @param   $nameKeys List<String>
// @literal maxPerName Integer 10..10  CIs returned for each name
// @returns nameKey String, id String
UNWIND $nameKeys AS nameKey
CALL (nameKey) {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, type, nameKey, id)
  WHERE c.tenant = $tenantId AND c.type = $type AND c.nameKey = nameKey AND c.id IS NOT NULL
  RETURN c.id AS id LIMIT 10/*maxPerName*/
}
RETURN nameKey, id
