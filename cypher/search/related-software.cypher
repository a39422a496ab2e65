// CIs on which the same software is installed as on a CI: the rarer the software, the more it tells.
//
//   Software on more servers than $mostServers tells nothing and is not walked.
//
// @access  READ
// @param   $tenantId    String
// @param   $id          String
// @param   $mostServers Integer
// @param   $limit       Integer
// @literal maxInstances Integer 1000..1000  instances of the CI that are read
// @literal maxProducts  Integer 40..40      rarest products that are compared
// @returns id, shared Integer, rarity Float, names List<String>: the rarest first, at most 3
MATCH (s:CI {tenant: $tenantId, id: $id})<-[:INSTALLED_ON]-(i:SoftwareInstance)-[:INSTANCE_OF]->(product:CI)
WITH s, product LIMIT 1000/*maxInstances*/
WITH DISTINCT s, product, COUNT { (product)<-[:INSTANCE_OF]-() } AS installations
WHERE installations > 1 AND installations <= $mostServers
WITH s, product, installations ORDER BY installations, product.id LIMIT 40/*maxProducts*/
MATCH (product)<-[:INSTANCE_OF]-(:SoftwareInstance)-[:INSTALLED_ON]->(b:CI)
WHERE b <> s
WITH DISTINCT b, product, installations ORDER BY installations, product.id
WITH b, count(product) AS shared, sum(1.0 / installations) AS rarity, collect(product.name)[..3] AS names
RETURN b.id AS id, shared, rarity, names
ORDER BY rarity DESC, shared DESC, id
LIMIT $limit
