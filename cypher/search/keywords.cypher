// CIs of a tenant that hold words in their name, description or attributes.
//
//   Words are looked for as prefixes, which score alike in every document: the order depends on nothing that other tenants
//   have. Tenant and filters are required terms, so the best are the best of the tenant that pass. The index may take words
//   in behind their commit, so the search first waits for what had been committed when it began.
//
// @access  READ
// @param   $tenantId  String
// @param   $text      String   query of the full-text index
// @param   $types     List<String>|null  canonical
// @param   $statuses  List<String>|null
// @param   $limit     Integer
// @literal maxFields  Integer 20000..20000  characters of attributes that are returned, which bounds the answer
// @returns id, type, name, description, status, attributes, customFields (null if too long)
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('ci_words', $text, {limit: $limit}) YIELD node AS c, score
WITH c, score
WHERE c.tenant = $tenantId AND c:CI
  AND ($types IS NULL OR c.type IN $types) AND ($statuses IS NULL OR c.status IN $statuses)
RETURN c.id AS id, c.type AS type, c.name AS name, c.description AS description, c.status AS status,
       CASE WHEN size(c.attributes) <= 20000/*maxFields*/ THEN c.attributes END AS attributes,
       CASE WHEN size(c.customFields) <= 20000/*maxFields*/ THEN c.customFields END AS customFields
ORDER BY score DESC, id DESC
