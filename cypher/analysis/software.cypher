// Programs of a CI and of others of its role, of which some have another version than it, or it has none; and how many of
// the others have any program.
//
//   (web04)<-[:INSTALLED_ON]-(nginx 1.22)-[:INSTANCE_OF]->(nginx), the others with nginx 1.24
//
// @access  READ
// @param   $tenantId     String
// @param   $id           String        the CI
// @param   $others       List<String>
// @literal maxInstances  Integer 500..500  programs of each CI that are read
// @literal maxPrograms   Integer 200..200
// @returns peers Integer, programs List<Map> {id, name, own, others} with copies {instance, version} of each
UNWIND $others + [$id] AS host
MATCH (h:CI {tenant: $tenantId, id: host})
CALL (h) {
  MATCH (h)<-[r:INSTALLED_ON]-(i:CI)
  WHERE r.aiFound IS NULL AND i.status <> 'inactive'
  WITH i LIMIT 500/*maxInstances*/
  MATCH (i)-[:INSTANCE_OF]->(s:CI)
  RETURN i, s
}
WITH s, collect({host: host, instance: i.id, version: toString(i.`attributes.version`)}) AS copies
WITH s, [c IN copies | c.host] AS hosts, [c IN copies WHERE c.host = $id] AS own, [c IN copies WHERE c.host <> $id] AS others
WITH collect({id: s.id, name: s.name, own: [c IN own | c {.instance, .version}],
              others: [c IN others | c {.instance, .version}]}) AS programs, collect(hosts) AS hosts
RETURN size([h IN $others WHERE any(each IN hosts WHERE h IN each)]) AS peers,
       [p IN programs WHERE any(x IN p.others WHERE none(o IN p.own WHERE coalesce(o.version, '') = coalesce(x.version, '')))]
         [0 .. 200/*maxPrograms*/] AS programs
