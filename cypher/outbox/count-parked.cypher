// How many changes are parked.
//
// @access  READ
// @tenant  none the figure is the installation's
// @returns nodes Integer
MATCH (p:ParkedChange)
WHERE p.tenant > '' AND p.id > ''
RETURN count(*) AS nodes
