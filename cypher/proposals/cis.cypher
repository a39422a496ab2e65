// CIs by id, with what proposals of relationships read of them.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, name String, type String, status String, attributes String, customFields String
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.name AS name, c.type AS type, c.status AS status, c.attributes AS attributes,
       c.customFields AS customFields
