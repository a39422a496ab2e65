// How many people use CIs, as their attribute `users` says; without those that do not say.
//
// @access  READ
// @param   $tenantId String
// @param   $ids      Map  a key for each CI
// @returns id String, users Any
UNWIND keys($ids) AS id
MATCH (c:CI {tenant: $tenantId, id: id})
WHERE c.`attributes.users` IS NOT NULL
RETURN id, c.`attributes.users` AS users
