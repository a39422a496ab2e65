// Takes the locks of identifiers, in the order given, and shows which CIs of the asked types hold those of the asked kinds.
//
//   The lock is what makes "no second CI of this name" and "one CI per serial number" hold under concurrency: whoever
//   comes second waits here, and then sees what the first has made. Callers sort by (kind, value): one order for all.
//   An identifier that was removed while its lock was waited for is not counted: the caller starts anew.
//
// @access  WRITE
// @param   $tenantId    String
// @param   $identifiers List<Map>     {kind, value}, sorted, each once
// @param   $ownersOf    List<String>  kinds whose holders are wanted
// @param   $types       List<String>  CI types of the holders
// @returns locked Integer, holders List<Map> {kind, value, owners: [{id, type, attributes}]}; attributes of a serial alone
UNWIND $identifiers AS wanted
MERGE (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
SET i.lock = true
WITH wanted, i.lock AS lock, CASE WHEN wanted.kind IN $ownersOf THEN
  COLLECT {
    MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
    WHERE c.type IN $types AND (wanted.kind <> 'serial' OR c.attributes CONTAINS '"serial_number":')
    RETURN c {.id, .type, attributes: CASE WHEN wanted.kind = 'serial' THEN c.attributes END} LIMIT 20
  }
END AS owners
RETURN count(lock) AS locked,
       collect(CASE WHEN owners IS NOT NULL THEN {kind: wanted.kind, value: wanted.value, owners: owners} END) AS holders
