// CIs that a text names: by an identifier (address, serial number, host name ...) or by their whole name.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>     {kind, value}, normalised
// @param   $names       List<String>  in the comparable form of names
// @param   $types       List<String>|null  canonical
// @param   $statuses    List<String>|null
// @param   $limit       Integer
// @returns id, kind String: of the identifier, or `name`; order: which of the searched texts, the longest first
CALL () {
  UNWIND range(0, size($names) - 1) AS place
  WITH place, $names[place] AS wanted
  MATCH (c:CI)
  WHERE c.tenant = $tenantId AND c.nameKey = wanted AND c.id > ''
  RETURN c, 'name' AS kind, place LIMIT $limit
  UNION ALL
  UNWIND range(0, size($identifiers) - 1) AS place
  WITH place, $identifiers[place] AS wanted
  MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})<-[:IDENTIFIED_BY]-(c:CI)
  RETURN c, wanted.kind AS kind, place LIMIT $limit
}
WITH c, kind, place
WHERE ($types IS NULL OR c.type IN $types) AND ($statuses IS NULL OR c.status IN $statuses)
RETURN c.id AS id, kind, place
ORDER BY place, id
LIMIT $limit
