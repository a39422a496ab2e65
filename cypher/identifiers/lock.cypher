// Locks identifiers in the given order, and returns the CIs of the given types that hold those of the given kinds.
//
//   The lock enforces "no second CI with this name" and "one CI per serial number" under concurrency: a second writer waits
//   here and then reads what the first one wrote. All callers sort by (kind, value). An identifier that another transaction
//   removed before its lock was acquired is not counted: the caller starts again.
//
// @access  WRITE
// @param   $tenantId    String
// @param   $identifiers List<Map>     {kind, value}, sorted, each once
// @param   $holderKinds List<String>  kinds of identifiers whose holders are returned
// @param   $holderTypes List<String>  types of CIs
// @literal maxHolders Integer 20..20  holders of one identifier
// @returns locked Integer, holders List<Map> {kind, value, owners: [{id, type, attributes}]}; attributes only for a serial number
UNWIND $identifiers AS wanted
MERGE (i:Identifier {tenant: $tenantId, kind: wanted.kind, value: wanted.value})
SET i.lock = true
WITH wanted, i.lock AS lock, CASE WHEN wanted.kind IN $holderKinds THEN
  COLLECT {
    MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
    WHERE c.type IN $holderTypes AND (wanted.kind <> 'serial' OR c.attributes CONTAINS '"serial_number":')
    RETURN c {.id, .type, attributes: CASE WHEN wanted.kind = 'serial' THEN c.attributes END} LIMIT 20/*maxHolders*/
  }
END AS owners
RETURN count(lock) AS locked,
       collect(CASE WHEN owners IS NOT NULL THEN {kind: wanted.kind, value: wanted.value, owners: owners} END) AS holders
