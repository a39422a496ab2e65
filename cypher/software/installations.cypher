// Installations of software: some of its instances, each with its server and the server's operating system.
//
// @access  READ
// @param   $tenantId         String
// @param   $ids              List<String>  Software CIs
// @param   $maxInstallations Integer       installations of each
// @returns softwareId, name, location, hostId, os, osGuess, customFields (JSON text, if no attribute holds the system)
UNWIND $ids AS softwareId
MATCH (s:CI {tenant: $tenantId, id: softwareId})
CALL (s) {
  MATCH (s)<-[:INSTANCE_OF]-(i:CI)-[:INSTALLED_ON]->(h:CI)
  RETURN i, h LIMIT $maxInstallations
}
RETURN softwareId, i.name AS name, toString(i.`attributes.install_location`) AS location, h.id AS hostId,
       toString(h.`attributes.os`) AS os, toString(h.`custom_fields.os_guess`) AS osGuess,
       CASE WHEN h.`attributes.os` IS NULL THEN h.customFields END AS customFields
