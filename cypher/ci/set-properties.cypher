// Writes changed properties of locked CIs of which neither labels nor identifiers change: ci/update.cypher without what most
// changes do not need.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, properties}; null removes a property
// @returns updated Integer
UNWIND $items AS item
MATCH (c:CI {tenant: $tenantId, id: item.id})
SET c += item.properties
RETURN count(c) AS updated
