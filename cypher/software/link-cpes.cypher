// Links locked software instances to their CPE names, and creates the names that the tenant does not have yet.
//
// @access  WRITE
// @param   $tenantId String
// @param   $items    List<Map>  {id, entry, link}, sorted by the entry's name
// @returns linked Integer
UNWIND $items AS item
MERGE (e:CpeEntry {tenant: $tenantId, name: item.entry.name})
  ON CREATE SET e += item.entry
WITH e, item
MATCH (c:CI {tenant: $tenantId, id: item.id})
MERGE (c)-[r:HAS_CPE]->(e)
SET r += item.link, r.tenant = $tenantId
RETURN count(r) AS linked
