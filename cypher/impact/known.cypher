// Whether a CI has any relationship on which a failure travels, in either direction.
//
// @access  READ
// @param   $tenantId  String
// @param   $id        String
// @param   $kinds     List<String>  kinds on which a failure travels
// @param   $includeAi Boolean       whether relationships that a model found count
// @types   failureTypes  run as it stands: DEPENDS_ON alone
// @returns known Boolean; no row where the CI does not exist
MATCH (x:CI {tenant: $tenantId, id: $id})
RETURN EXISTS {
  MATCH (x)-[r:DEPENDS_ON/*failureTypes*/]-(y:CI)
  WHERE coalesce(r.kind, type(r)) IN $kinds AND ($includeAi OR r.aiFound IS NULL) AND y <> x
} AS known
