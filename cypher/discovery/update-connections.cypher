// Writes changed properties of connections: more details, missing, or back. null removes a property.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, properties}, sorted by id; one end at least is locked
// @returns updated Integer
UNWIND $items AS item
MATCH ()-[r:CONNECTED_TO]->()
USING INDEX SEEK r:CONNECTED_TO(tenant, id)
WHERE r.tenant = $tenantId AND r.id = item.id
SET r += item.properties
RETURN count(r) AS updated
