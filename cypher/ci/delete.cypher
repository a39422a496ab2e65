// Deletes a CI and its relationships reversibly.
//
//   The CI loses the label CI, so no pattern matches it any more. Each relationship becomes a DeletedRelationship node: the
//   degrees that the store keeps then count living relationships alone. Identifiers stay linked: a scan that observes the
//   deleted CI again restores it.
//
// @access  WRITE
// @param   $tenantId  String
// @param   $id        String  locked (ci/lock)
// @param   $deletedAt String
// @param   $actor     String
// @types   allTypes  run as it stands: DEPENDS_ON alone
// @returns relationships List<Map> {id, graphType, spelling, source, target, attributes}
MATCH (c:CI {tenant: $tenantId, id: $id})
SET c:DeletedCI, c.deletedAt = $deletedAt, c.updatedAt = $deletedAt, c.updatedBy = $actor, c.version = c.version + 1, c.scanHashes = null
REMOVE c:CI
WITH c
CALL (c) {
  MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(other)
  WITH r, other, startNode(r).id AS source, endNode(r).id AS target, properties(r) AS kept, type(r) AS graphType
  CREATE (d:DeletedRelationship)
  SET d = kept, d.tenant = $tenantId, d.graphType = graphType, d.source = source, d.target = target, d.deletedAt = $deletedAt
  DELETE r
  // The next scan of a neighbour must be processed in full: its unchanged payload may report this CI.
  SET other.scanHashes = null
  RETURN collect({id: kept.id, graphType: graphType, spelling: kept.spelling, source: source, target: target,
                  attributes: kept.attributes}) AS relationships
}
RETURN relationships
