/**
 * Files that take more than some ten seconds on two quiet cores: what starts last ends last, while the other worker has none.
 * The report of the gate says how long each took.
 */
export const LONG_FILES: readonly string[] = [
  // First, since it has Neo4j forget the plans that it made for other files.
  "graph/plans",
  "software/processes",
  "http/operations-hostile",
  "discovery/failures",
  "software/model-fallback",
  "http/route-answers",
  "cli/demo",
  "impact/random",
  "http/process-mapping",
  "impact/impact",
  "features/maps-http",
  "outside/nvd",
  "software/processes-crash",
  "software/look-ups",
  "cli/administration",
  "cli/operator",
];
