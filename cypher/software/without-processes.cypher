// One page of a tenant's Software CIs without process names, ordered by one column: one ordered seek.
//
// @access  READ
// @param   $tenantId       String
// @param   $type           String        software
// @param   $mappedNameKeys List<String>  name keys of software with process names in the tenant's own mappings
// @param   $family         String|null
// @param   $boundValue     String        sorted column of the last CI of the page before
// @param   $boundId        String        id of that CI
// @param   $skip           Integer
// @param   $limit          Integer
// @literal column  Word c.createdAt|c.nameKey
// @literal indexed Word createdAt|nameKey
// @literal order   Word DESC|ASC
// @literal edge    Word <=|>=
// @literal beyond  Word <|>
// @returns id, name, nameKey, createdAt, vendor, family, instances Integer
MATCH (c:CI)
USING INDEX c:CI(tenant, type, createdAt/*indexed*/, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.createdAt/*column*/ <=/*edge*/ $boundValue AND c.id IS NOT NULL
  AND CASE WHEN c.createdAt/*column*/ = $boundValue THEN c.id </*beyond*/ $boundId ELSE true END
  AND c.`attributes.process_source` IS NULL AND NOT c.nameKey IN $mappedNameKeys
  AND ($family IS NULL OR c.`attributes.family` = $family)
WITH c ORDER BY c.tenant DESC/*order*/, c.type DESC/*order*/, c.createdAt/*column*/ DESC/*order*/, c.id DESC/*order*/
SKIP $skip LIMIT $limit
RETURN c.id AS id, c.name AS name, c.nameKey AS nameKey, c.createdAt AS createdAt,
       toString(c.`attributes.vendor`) AS vendor, toString(c.`attributes.family`) AS family,
       COUNT { (c)<-[:INSTANCE_OF]-() } AS instances
