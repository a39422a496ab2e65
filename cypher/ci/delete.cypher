// Takes a CI and its relationships out of the living graph, reversibly.
//
//   The CI loses the label CI, so no pattern finds it any more. Each relationship becomes a DeletedRelationship, so that
//   the living graph holds only living ones and their counts stay those that the store keeps. Identifiers stay linked: a
//   deleted CI that a scan sees again is restored.
//
// @access  WRITE
// @param   $tenantId String
// @param   $id       String   locked (ci/lock)
// @param   $at       String
// @param   $actor    String
// @types   allTypes
// @returns relationships List<Map> {id, graphType, spelling, source, target, attributes}
MATCH (c:CI {tenant: $tenantId, id: $id})
SET c:DeletedCI, c.deletedAt = $at, c.updatedAt = $at, c.updatedBy = $actor, c.version = c.version + 1, c.scanHashes = null
REMOVE c:CI
WITH c
CALL (c) {
  MATCH (c)-[r:DEPENDS_ON/*allTypes*/]-(other)
  WITH r, other, startNode(r).id AS source, endNode(r).id AS target, properties(r) AS kept, type(r) AS graphType
  CREATE (d:DeletedRelationship)
  SET d = kept, d.tenant = $tenantId, d.graphType = graphType, d.source = source, d.target = target, d.deletedAt = $at
  DELETE r
  // What its neighbours' scanners said last is to be heard again: it may speak of this CI.
  SET other.scanHashes = null
  RETURN collect({id: kept.id, graphType: graphType, spelling: kept.spelling, source: source, target: target,
                  attributes: kept.attributes}) AS relationships
}
RETURN relationships
