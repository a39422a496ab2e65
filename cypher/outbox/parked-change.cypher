// One parked change with its text.
//
// @access  READ
// @tenant  none ids are unique over all, and the caller compares the tenant
// @param   $id String
// @returns id String, tenant String, size Integer, tries Integer, error String, failedAt Integer, entries String
MATCH (p:ParkedChange {id: $id})
RETURN p.id AS id, p.tenant AS tenant, coalesce(p.size, size(p.entries)) AS size, toInteger(p.tries) AS tries,
  p.error AS error, toInteger(p.failedAt) AS failedAt, p.entries AS entries
