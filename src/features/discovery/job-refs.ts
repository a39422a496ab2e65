export const RESOLVE_PEERS_JOB = "discovery.resolve-peers";
