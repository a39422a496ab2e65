// Which of several keys the JSON texts of CIs may hold, all in one reading of the tenant: a row for each combination that
// occurs, with a text of each kind.
//
//   What is repeated as a property stands in the text too. A quoted key that no row names, no CI has.
//
// @access  READ
// @param   $tenantId     String
// @param   $attributes   List<String>  keys of attributes as JSON text writes them: "os":
// @param   $customFields List<String>  likewise
// @returns inAttributes List<String>, inCustomFields List<String>, attributes String, customFields String
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id >= ''
WITH c.attributes AS attributes, c.customFields AS customFields
WITH [key IN $attributes WHERE attributes CONTAINS key] AS inAttributes,
     [key IN $customFields WHERE customFields CONTAINS key] AS inCustomFields, attributes, customFields
WHERE size(inAttributes) + size(inCustomFields) > 0
RETURN inAttributes, inCustomFields, min(attributes) AS attributes, min(customFields) AS customFields
