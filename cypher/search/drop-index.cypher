// Drops the vector index of a slot; its nodes stay.
//
// @access  WRITE
// @tenant  none an index spans the database
// @literal index Word embedding_a|embedding_b
DROP INDEX embedding_a/*index*/ IF EXISTS
