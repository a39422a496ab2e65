/**
 * What the specification names and is not built yet. It may only shrink: the test fails for an entry that exists, and
 * for anything missing that is not listed. Nothing listed here has a stub.
 */
export const NOT_YET: readonly string[] = [
  // Reports.
  "POST /api/reports/ai/generate",
  // Agents and AI.
  "GET /v1/agents",
  "POST /v1/agents/{id}/query",
  "GET /api/ai/search-semantic",
  "POST /api/cmdb-ai/search",
  "POST /api/cmdb-ai/find-related",
  "GET /api/cmdb-ai/embeddings/status",
  "POST /api/cmdb-ai/embeddings/generate",
  "GET /api/cmdb-ai/test",
  "GET /api/ai-analytics/dashboard",
  "GET /api/ai-analytics/queries",
  "GET /api/ai-analytics/optimization-recommendations",
  "POST /api/discovery/process-scan/{scanId}",
  "POST /api/holidays/generate",
  // Change analysis.
  "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
];
