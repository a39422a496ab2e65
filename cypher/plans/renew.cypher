// Samples the indexes that changed since they were sampled, and lets every statement be planned anew by what was found.
//
// @access  READ
// @tenant  none plans are made for all tenants
CALL db.prepareForReplanning()
