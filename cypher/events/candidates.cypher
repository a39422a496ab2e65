// Active CIs that hold one of the names or addresses in events, best first: machines before what runs on them, known
// duplicates last, active CIs first, then the most recently observed.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>  {kind, value}
// @literal maxHolders Integer 20..20  holders of one identifier: thousands may share an address
// @returns kind, value, id, type, nameKey, status, version, fqdns List<String>: the full names that the CI itself holds
UNWIND $identifiers AS wanted
MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
CALL (i) {
  MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
  WHERE c.status <> 'inactive'
  RETURN c
  ORDER BY CASE WHEN c.type IN ['application', 'database', 'service'] THEN 1 ELSE 0 END,
           CASE WHEN c.`custom_fields.duplicate_of` IS NULL THEN 0 ELSE 1 END,
           CASE c.status WHEN 'active' THEN 0 ELSE 1 END, c.observedAt DESC, c.id
  LIMIT 20/*maxHolders*/
}
RETURN i.kind AS kind, i.value AS value, c.id AS id, c.type AS type, c.nameKey AS nameKey, c.status AS status, c.version AS version,
       COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(held:Identifier) WHERE held.kind = 'fqdn' RETURN held.value } AS fqdns
