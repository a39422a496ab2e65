// Which of these nodes still exist, pending or parked.
//
// @access  READ
// @tenant  none ids are unique over all
// @param   $ids List<String>
// @returns id String
UNWIND $ids AS id
OPTIONAL MATCH (o:Outbox {id: id})
OPTIONAL MATCH (p:ParkedChange {id: id})
WITH id, o, p
WHERE o IS NOT NULL OR p IS NOT NULL
RETURN id
