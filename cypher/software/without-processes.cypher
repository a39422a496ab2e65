// One page of a tenant's Software CIs that have no process names yet, in the order of one column: an ordered seek.
//
// @access  READ
// @param   $tenantId String
// @param   $type     String             software
// @param   $named    List<String>       name keys of software of which a mapping of the tenant's own has process names
// @param   $family   String|null
// @param   $at       String             bound of the sorted column
// @param   $id       String             bound of the id among equals
// @param   $skip     Integer
// @param   $limit    Integer
// @literal column  Word c.createdAt|c.nameKey
// @literal indexed Word createdAt|nameKey
// @literal order   Word DESC|ASC
// @literal edge    Word <=|>=
// @literal beyond  Word <|>
// @returns id, name, nameKey, createdAt, vendor, family, instances Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt/*indexed*/, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt/*column*/ <=/*edge*/ $at AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt/*column*/ = $at THEN c.id </*beyond*/ $id ELSE true END
  AND c.`attributes.process_source` IS NULL AND NOT c.nameKey IN $named
  AND ($family IS NULL OR c.`attributes.family` = $family)
WITH c ORDER BY c.tenant DESC/*order*/, c.type DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
SKIP $skip LIMIT $limit
RETURN c.id AS id, c.name AS name, c.nameKey AS nameKey, c.createdAt AS createdAt,
       toString(c.`attributes.vendor`) AS vendor, toString(c.`attributes.family`) AS family,
       COUNT { (c)<-[:INSTANCE_OF]-() } AS instances
