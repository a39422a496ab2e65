// Returns to the outbox what was parked because a version before did not know its kind or shape.
//
// @access  WRITE
// @tenant  none the relay serves every tenant
// @returns released Integer
MATCH (p:ParkedChange)
WHERE p.tenant > '' AND p.id > '' AND p.reason = 'unknown'
SET p:Outbox
REMOVE p:ParkedChange, p.tries, p.retryAt
RETURN count(*) AS released
