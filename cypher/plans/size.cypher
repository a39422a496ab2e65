// How many CIs and relationships the database has. The server keeps both numbers: nothing is counted.
//
// @access  READ
// @tenant  none plans are made for all tenants
// @returns cis Integer, relationships Integer
CALL { MATCH (c:CI) RETURN count(c) AS cis }
CALL { MATCH ()-[r]->() RETURN count(r) AS relationships }
RETURN cis, relationships
