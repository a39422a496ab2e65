// Takes the locks of identifiers, in the order given, and shows which CIs of the asked kinds hold them.
//
//   The lock is what makes "no second CI of this name" and "one CI per serial number" hold under concurrency: whoever
//   comes second waits here, and then sees what the first has made. Callers sort by (kind, value): one order for all.
//
// @access  WRITE
// @param   $tenantId    String
// @param   $identifiers List<Map>     {kind, value}, sorted, each once
// @param   $ownersOf    List<String>  kinds whose holders are wanted
// @returns kind String, value String, owners List<Map> {id, type, name}
UNWIND $identifiers AS wanted
MERGE (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
SET i.lock = true
WITH i
WHERE i.kind IN $ownersOf
RETURN i.kind AS kind, i.value AS value,
       COLLECT { MATCH (i)<-[:IDENTIFIED_BY]-(c:CI) RETURN c {.id, .type, .name} LIMIT 20 } AS owners
