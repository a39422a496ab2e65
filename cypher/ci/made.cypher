// Those of the ids that a CI has, also one that was deleted since: what an earlier try of a request made.
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
