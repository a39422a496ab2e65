// The addresses of the servers that hold the database, by which clients reach them: of one server its own.
//
// @access  READ
// @tenant  none it asks about the servers
// @param   $database String
// @returns addresses List<String>
CALL dbms.routing.getRoutingTable({}, $database) YIELD servers
UNWIND servers AS server
UNWIND server.addresses AS address
RETURN collect(DISTINCT address) AS addresses
