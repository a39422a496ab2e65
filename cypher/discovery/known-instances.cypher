// Which of these software instances exist without being installed: inactive ones, and deleted ones to be restored.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, deleted Boolean
UNWIND $ids AS id
CALL (id) {
  MATCH (c:CI {tenant: $tenantId, id: id}) RETURN false AS deleted
  UNION
  MATCH (c:DeletedCI {tenant: $tenantId, id: id}) RETURN true AS deleted
}
RETURN id, deleted
