// CIs of the role of a CI: of its type, with its name but for the number; and the programs in which it differs from some of
// them: of another version, or none.
//
//   (web04)<-[:INSTALLED_ON]-(nginx 1.22)-[:INSTANCE_OF]->(nginx), the others with nginx 1.24
//
// @access  READ
// @param   $tenantId String
// @param   $id       String   the CI
// @param   $type     String   its type
// @param   $prefix   String   its name without the number, in comparable form
// @literal maxRead      Integer 40..40    CIs that are read
// @literal maxCompared  Integer 6..6      those whose programs are compared
// @literal maxInstances Integer 500..500  programs of each
// @literal maxPrograms  Integer 200..200
// @returns peers List<Map> {id, name, attributes}, compared Integer: of how many programs are known,
//          programs List<Map> {id, name, own, others} with copies {instance, version} of each
MATCH (c:CI)
USING INDEX c:CI(tenant, type, nameKey, id)
WHERE c.tenant = $tenantId AND c.type = $type AND c.nameKey STARTS WITH $prefix AND c.id IS NOT NULL
WITH c LIMIT 40/*maxRead*/
WITH c WHERE c.status = 'active' AND substring(c.nameKey, size($prefix)) =~ '[0-9]+([.].*)?'
WITH collect(c) AS peers
WITH peers, [p IN peers WHERE p.id <> $id][0 .. 6/*maxCompared*/] AS others
CALL (others) {
  OPTIONAL MATCH (me:CI {tenant: $tenantId, id: $id})
  UNWIND others + [me] AS h
  CALL (h) {
    MATCH (h)<-[r:INSTALLED_ON]-(i:CI)
    WHERE r.aiFound IS NULL AND i.status <> 'inactive'
    WITH i LIMIT 500/*maxInstances*/
    MATCH (i)-[:INSTANCE_OF]->(s:CI)
    RETURN i, s
  }
  WITH s, collect(h.id) AS hosts, collect({host: h.id, instance: i.id, version: toString(i.`attributes.version`)}) AS copies
  WITH s, hosts, [c IN copies WHERE c.host = $id] AS own, [c IN copies WHERE c.host <> $id] AS copies
  WITH collect(hosts) AS hosts,
       collect({id: s.id, name: s.name, own: [c IN own | c {.instance, .version}],
                others: [c IN copies | c {.instance, .version}]}) AS programs
  RETURN size([o IN others WHERE any(each IN hosts WHERE o.id IN each)]) AS compared,
         [p IN programs WHERE any(x IN p.others
            WHERE none(o IN p.own WHERE coalesce(o.version, '') = coalesce(x.version, '')))][0 .. 200/*maxPrograms*/] AS programs
}
RETURN [p IN peers | p {.id, .name, .attributes}] AS peers, compared, programs
