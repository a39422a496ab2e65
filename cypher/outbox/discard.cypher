// Deletes a parked change for good.
//
// @access  WRITE
// @tenant  none ids are unique over all, and the caller compares the tenant before
// @param   $id String
// @returns discarded Integer
MATCH (p:ParkedChange {id: $id})
DELETE p
RETURN count(*) AS discarded
