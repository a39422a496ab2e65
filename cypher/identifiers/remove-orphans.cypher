// Locks identifiers and removes those that no CI holds.
//
// @access  WRITE
// @param   $tenantId String
// @param   $kind     String
// @param   $values   List<String>  sorted
// @returns removed Integer
UNWIND $values AS value
MATCH (i:Identifier {tenant: $tenantId, kind: $kind, value: value})
SET i.lock = true
WITH i
WHERE NOT EXISTS { (i)--() }
DELETE i
RETURN count(*) AS removed
