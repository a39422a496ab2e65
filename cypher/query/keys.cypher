// Names of the properties that repeat attributes and custom fields of CIs, from a tenant's newest CIs.
//
// @access  READ
// @param   $tenantId String
// @literal maxRead Integer 20000..20000  CIs that are read: bounds the cost
// @returns key String
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id >= ''
WITH c ORDER BY c.tenant DESC, c.id DESC LIMIT 20000/*maxRead*/
UNWIND keys(c) AS key
WITH DISTINCT key
WHERE key STARTS WITH 'attributes.' OR key STARTS WITH 'custom_fields.'
RETURN key ORDER BY key
