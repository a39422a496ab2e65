/**
 * What the specification names and is not built yet. It may only shrink: the test fails for an entry that exists, and
 * for anything missing that is not listed. Nothing listed here has a stub.
 */
export const NOT_YET: readonly string[] = [
  // AI.
  "POST /api/ai/analyze",
  "POST /api/ai/generate-insights",
  "POST /api/ai/discover-relationships",
  "POST /api/cmdb-ai/insights/{ciId}",
  "GET /api/ci/{ciId}/ai-relationships",
  "POST /api/ai-relationships/analyze",
  "PUT /api/ai-relationships/{id}/confidence",
  "POST /api/ai-relationships/feedback",
  "POST /api/holidays/generate",
  // Change analysis.
  "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
];
