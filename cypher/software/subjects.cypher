// CIs for the software pipeline, with their software and family.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns ci Map, software List<String>, families List<String>
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c {.id, .type, .name, .description, .status, .attributes, .customFields, .version, .createdAt, .createdBy,
          .updatedAt, .updatedBy, .source, .observedAt, .provenance} AS ci,
       COLLECT { MATCH (c)-[:INSTANCE_OF]->(s:CI) RETURN s.id AS softwareId ORDER BY softwareId LIMIT 1 } AS software,
       COLLECT { MATCH (c)-[:MEMBER_OF]->(f:CI) RETURN f.id AS familyId ORDER BY familyId LIMIT 1 } AS families
