// Name, version and edition of the server.
//
// @access  READ
// @tenant  none asks the server about itself
// @returns name String, version String, edition String
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions[0] AS version, edition
