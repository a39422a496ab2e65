// Details of CIs without dependents.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      List<String>
// @returns id String, name String, type String, status String, criticality String|null; no row for a CI that does not exist
UNWIND $ids AS id
MATCH (c:CI {tenant: $tenantId, id: id})
RETURN c.id AS id, c.name AS name, c.type AS type, c.status AS status,
       CASE c.type WHEN 'business_service' THEN c.`attributes.criticality` END AS criticality
