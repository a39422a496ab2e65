// Returns parked changes to the outbox, with all tries before them.
//
// @access  WRITE
// @tenant  none ids are unique over all
// @param   $ids List<String>  sorted, so that two callers lock in one order
// @returns released Integer
UNWIND $ids AS id
MATCH (p:ParkedChange {id: id})
SET p:Outbox
REMOVE p:ParkedChange, p.tries, p.retryAt
RETURN count(*) AS released
