/**
 * Files that take more than ten seconds on two idle cores. They start first, so that no worker idles at the end.
 * The report of the gate says how long each took.
 */
export const LONG_FILES: readonly string[] = [
  // First, since it has Neo4j forget the plans that it made for other files.
  "graph/plans.stores",
  "software/processes.stores",
  "interface/hostile-bodies.http",
  "discovery/failures.stores",
  "software/model-fallback.stores",
  "interface/route-answers.http",
  "cli/demo.stores",
  "impact/random.stores",
  "software/process-mapping.http",
  "impact/impact.stores",
  "maps/http.stores",
  "outside/nvd.stores",
  "software/processes-crash.stores",
  "software/look-ups.stores",
  "cli/administration.stores",
  "cli/operator.stores",
  "service/service.embedded",
];
