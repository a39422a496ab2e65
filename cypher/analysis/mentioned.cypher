// CIs that a text may mention, by identifiers.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>  {kind, value}
// @returns kind String, value String, ids List<String>
UNWIND $identifiers AS wanted
MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
RETURN wanted.kind AS kind, wanted.value AS value,
       COLLECT { MATCH (i)<-[:IDENTIFIED_BY]-(c:CI) RETURN c.id ORDER BY c.id LIMIT 3 } AS ids
