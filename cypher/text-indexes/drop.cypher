// Drops a full-text index of CIs.
//
// @access  WRITE
// @tenant  none an index spans the database
// @literal index Word ci_search|ci_words
DROP INDEX ci_search/*index*/ IF EXISTS
