// Removes nodes whose changes were delivered to Postgres.
//
// @access  WRITE
// @tenant  none the relay serves every tenant; ids are unique over all
// @param   $ids List<String>   sorted, so that two relays lock in one order
// @returns removed Integer
UNWIND $ids AS id
MATCH (o:Outbox {id: id})
DELETE o
RETURN count(*) AS removed
