// The vector indexes that exist.
//
// @access  READ
// @tenant  none indexes span the database
// @returns name, state, dimensions Integer
SHOW VECTOR INDEXES YIELD name, state, options
RETURN name, state, toInteger(options.indexConfig['vector.dimensions']) AS dimensions
