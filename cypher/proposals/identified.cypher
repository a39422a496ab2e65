// CIs that hold an identifier, for values of fields that name another CI. One that more than a few hold names none of them.
//
// @access  READ
// @param   $tenantId    String
// @param   $identifiers List<Map>  {kind, value}
// @literal maxHolders   Integer 3..3
// @returns kind String, value String, ids List<String>
UNWIND $identifiers AS wanted
MATCH (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
RETURN wanted.kind AS kind, wanted.value AS value,
       COLLECT { MATCH (i)<-[:IDENTIFIED_BY]-(c:CI) WHERE c.status <> 'inactive' RETURN c.id LIMIT 3/*maxHolders*/ } AS ids
