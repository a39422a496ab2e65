// CIs by id, as search results show them.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id, type, name, description, status, attributes, customFields, updatedAt
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.type AS type, c.name AS name, c.description AS description, c.status AS status,
       c.attributes AS attributes, c.customFields AS customFields, c.updatedAt AS updatedAt
