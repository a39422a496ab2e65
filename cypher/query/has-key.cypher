// Whether a CI of the tenant has a key below its attributes or custom fields: as a property of the node, or perhaps in the
// JSON text, of which samples are returned.
//
//   The search ends at the first property. Only for a key that no CI has as a property does it read all texts of the tenant.
//
// @access  READ
// @param   $tenantId String
// @param   $property String        attributes.os
// @param   $quoted   List<String>  the key, and what it may begin with, as JSON text writes them: "os":
// @literal object     Word    c.attributes|c.customFields
// @literal maxSamples Integer 100..100  JSON texts that are returned
// @returns known Boolean, samples List<String>
CALL {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, id)
  WHERE c.tenant = $tenantId AND c.id >= '' AND c[$property] IS NOT NULL
  WITH c LIMIT 1
  RETURN count(c) > 0 AS known
}
RETURN known, CASE WHEN known THEN [] ELSE COLLECT {
  MATCH (c:CI)
  USING INDEX c:CI(tenant, id)
  WHERE c.tenant = $tenantId AND c.id >= '' AND any(key IN $quoted WHERE c.attributes/*object*/ CONTAINS key)
  RETURN c.attributes/*object*/ AS text LIMIT 100/*maxSamples*/
} END AS samples
