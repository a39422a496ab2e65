// Active CIs by the full names of hosts that exactly one CI holds.
//
//   Most events name their host in full, and one CI holds most full names: nothing else needs to be read for them. A name with
//   several holders is omitted, so this query ranks nothing and no name returns thousands of CIs.
//
// @access  READ
// @param   $tenantId String
// @param   $names    List<String>  normalised, each once
// @returns names List<String>, ids List<String>, statuses List<String>, versions List<Integer>
UNWIND $names AS name
MATCH (i:Identifier {tenant: $tenantId, kind: 'fqdn', value: name})
WHERE COUNT { (i)--() } = 1
MATCH (i)<-[:IDENTIFIED_BY]-(c:CI)
WHERE c.status <> 'inactive'
RETURN collect(name) AS names, collect(c.id) AS ids, collect(c.status) AS statuses, collect(c.version) AS versions
