// Which properties some of the tenant's CIs have: finds the usual ones at once.
//
// @access  READ
// @param   $tenantId   String
// @param   $properties List<String>  attributes.os
// @literal maxRead Integer 200..200  CIs that are looked at
// @returns property String
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenantId AND c.id >= ''
WITH c LIMIT 200/*maxRead*/
WITH collect(c) AS some
UNWIND $properties AS property
WITH property, some
WHERE any(c IN some WHERE c[property] IS NOT NULL)
RETURN property
