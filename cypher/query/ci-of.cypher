// CIs that a text names: the one of this id, and those of this name in any case, oldest first.
//
// @access  READ
// @param   $tenantId  String
// @param   $reference String  as given
// @param   $nameKey   String  the same as a name in comparable form
// @literal maxNamed Integer 10..10  CIs of the name that are returned
// @returns id String, byId Boolean
CALL {
  MATCH (c:CI {tenant: $tenantId, id: $reference})
  RETURN c.id AS id, true AS byId
  UNION ALL
  MATCH (c:CI)
  USING INDEX c:CI(tenant, nameKey, id)
  WHERE c.tenant = $tenantId AND c.nameKey = $nameKey AND c.id IS NOT NULL
  RETURN c.id AS id, false AS byId
  ORDER BY c.tenant, c.nameKey, c.id LIMIT 10/*maxNamed*/
}
RETURN id, byId
