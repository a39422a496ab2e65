// Business services that a failure of the given CIs reaches within 3 steps, and what lies under each.
//
//   (db)-[:PART_OF]->(shop:business_service)<-[:PART_OF]-(web)-[:RUNS_ON]->(host)
//   db is asked: shop, with db, web and host
//
//   As elsewhere, no way leads through what hundreds share, or through what needs hundreds.
//
// @access  READ
// @param   $tenantId      String
// @param   $ids           List<String>
// @param   $towardsSource List<String>  kinds on which the source needs the target
// @param   $towardsTarget List<String>  kinds on which the target needs the source
// @param   $limit         Integer       services, nearest first
// @param   $members       Integer       CIs under one, nearest first
// @returns id, name, distance, members List<String>
UNWIND $ids AS id
MATCH p = (s:CI {tenant: $tenantId, id: id})((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
  WHERE r.aiFound IS NULL AND y.status <> 'inactive' AND NOT y:SoftwareInstance
    AND ((endNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsSource)
         OR (startNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsTarget))
    AND (COUNT { (x)--() } <= 500 OR x.id IN $ids)){0,3}(b)
WITH b, min(length(p)) AS distance
WHERE b:BusinessService
WITH b, distance
ORDER BY distance, b.id
LIMIT $limit
CALL (b) {
  MATCH q = (b)((x)-[r:DEPENDS_ON|RUNS_ON|INSTALLED_ON|CONNECTED_TO|PART_OF|HOSTED_BY|USES|ROUTES_THROUGH|COMMUNICATES_WITH|RELATED]-(y)
    WHERE r.aiFound IS NULL AND y.status <> 'inactive'
      AND ((startNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsSource)
           OR (endNode(r) = x AND coalesce(r.kind, type(r)) IN $towardsTarget))
      AND COUNT { (x)-[:DEPENDS_ON|RUNS_ON|CONNECTED_TO|HOSTED_BY|USES|ROUTES_THROUGH]->() } <= 200){0,3}(m)
  WITH m, min(length(q)) AS steps
  ORDER BY steps, m.id
  LIMIT $members
  RETURN collect(m.id) AS members
}
RETURN b.id AS id, b.name AS name, distance, members
