// CIs in use of hosts by their full names, where one CI alone holds the name.
//
//   Most events name their host in full, and most full names are held by one CI: for those nothing else need be looked
//   at. Names that several hold are left out, so that nothing is ranked here and no name brings in thousands.
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
