// Counts a try that failed, and parks the changes after the last one: parked changes wait for an operator.
//
// @access  WRITE
// @tenant  none the relay serves every tenant; ids are unique over all
// @param   $id      String
// @param   $error   String
// @param   $reason  String         refused, or unknown: a kind or shape that only a newer version knows
// @param   $atMs    Integer        Unix time of the try
// @param   $pauses  List<Integer>  milliseconds after each try but the last; empty parks at once
// @returns tries Integer, parked Boolean
MATCH (o:Outbox {id: $id})
SET o.tries = toInteger(coalesce(o.tries, 0)) + 1
SET o.error = $error, o.reason = $reason, o.failedAt = $atMs
SET o.retryAt = $atMs + coalesce($pauses[o.tries - 1], 0)
WITH o, o.tries > size($pauses) AS parked
FOREACH (_ IN CASE WHEN parked THEN [true] ELSE [] END | SET o:ParkedChange REMOVE o:Outbox)
RETURN o.tries AS tries, parked
