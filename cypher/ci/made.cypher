// CIs with the given ids, living or deleted: what an earlier attempt of the same request created.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns ci Map
UNWIND $ids AS id
CALL (id) {
  MATCH (c:CI {tenant: $tenantId, id: id})
  RETURN c
  UNION ALL
  MATCH (c:DeletedCI {tenant: $tenantId, id: id})
  RETURN c
}
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci
