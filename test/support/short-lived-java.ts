/**
 * JAVA_TOOL_OPTIONS for a Neo4j that lives as long as some tests. It runs most statements a few times: planning them with
 * code that is compiled quickly costs less than compiling the planner well, on which Java otherwise spends half its time.
 */
export const SHORT_LIVED_JAVA = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m";
