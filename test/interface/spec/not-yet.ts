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
  "POST /api/ai/analyze",
  "POST /api/ai/generate-insights",
  "POST /api/ai/discover-relationships",
  "GET /api/ai/search-semantic",
  "POST /api/cmdb-ai/search",
  "POST /api/cmdb-ai/find-related",
  "POST /api/cmdb-ai/insights/{ciId}",
  "GET /api/cmdb-ai/embeddings/status",
  "GET /api/cmdb-ai/test",
  "GET /api/ai-analytics/dashboard",
  "GET /api/ai-analytics/queries",
  "GET /api/ai-analytics/optimization-recommendations",
  "GET /api/ci/{ciId}/ai-relationships",
  "POST /api/ai-relationships/analyze",
  "PUT /api/ai-relationships/{id}/confidence",
  "POST /api/ai-relationships/feedback",
  "POST /api/holidays/generate",
  // Change analysis.
  "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
];
