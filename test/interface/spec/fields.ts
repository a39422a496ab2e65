/** Fields that the specification names (section 2, and the bodies of sections 4 and 5), by operation. */
export interface NamedFields {
  /** One of `ENDPOINTS`. */
  operation: string;
  /** In the request's body or query, or in the first successful answer. */
  in: "body" | "query" | "answer";
  /** Where below that: members joined by dots, `[]` for the entries of a list. */
  at?: string;
  names: readonly string[];
  /** Values of the one field that is named. */
  values?: readonly string[];
}

const list = (text: string): string[] => text.split(" ");

const CI = "type status attributes relationships name";
const GROUP = "processName targetIP targetServer targetCIId connectionCount ports firstSeen lastSeen";
const topology = (base: string): NamedFields[] => [
  { operation: `GET ${base}/ci/{ciId}/process-connections`, in: "answer", at: "groups[]", names: list(GROUP) },
  { operation: `GET ${base}/ci/{ciId}/listening-process/{port}`, in: "answer", names: list("found process") },
  {
    operation: `GET ${base}/ci/{ciId}/listening-process/{port}`,
    in: "answer",
    at: "process",
    names: list("name pid port protocol description"),
  },
  { operation: `GET ${base}/ci/find-by-ip/{ip}`, in: "answer", names: list("found ci") },
  { operation: `GET ${base}/ci/find-by-ip/{ip}`, in: "answer", at: "ci", names: list("id name type customFields") },
  {
    operation: `GET ${base}/ci/find-by-ip/{ip}`,
    in: "answer",
    at: "ci.customFields",
    names: list("ip_address all_ip_addresses"),
  },
  {
    operation: `GET ${base}/debug/find-ci-by-ip/{ip}`,
    in: "answer",
    names: list("searchedIp query results found"),
  },
];
const submission = (operation: string): NamedFields[] => [
  { operation, in: "body", names: list("scan_type scanner_id timestamp data") },
  {
    operation,
    in: "body",
    at: "data.discovered_hosts[]",
    names: list("ip_address hostname mac_address open_ports os_guess"),
  },
];
const EVENT = "title description severity status source metrics";

export const FIELDS: readonly NamedFields[] = [
  // Configuration items.
  {
    operation: "GET /v1/cmdb/ci/{id}",
    in: "answer",
    names: list(`id ${CI} custom_fields created_at updated_at created_by updated_by`),
  },
  {
    operation: "GET /v1/cmdb/ci/{id}",
    in: "answer",
    at: "relationships[]",
    names: list("id type target_ci target_name"),
  },
  { operation: "GET /v1/cmdb/ci", in: "answer", at: "data[].relationships", names: list("count href") },
  { operation: "GET /v1/cmdb/ci", in: "answer", at: "pagination", names: list("page limit total pages") },
  { operation: "GET /v1/cmdb/ci", in: "query", names: list("type status page limit sort order search") },
  { operation: "GET /v1/cmdb/ci", in: "query", names: ["sort"], values: list("name created_at updated_at") },
  { operation: "GET /v1/cmdb/ci", in: "query", names: ["order"], values: list("asc desc") },
  { operation: "GET /v1/cmdb/ci/{id}", in: "answer", names: ["status"], values: list("active inactive maintenance") },
  { operation: "POST /v1/cmdb/ci", in: "body", names: list("name type status attributes custom_fields") },
  { operation: "POST /v1/cmdb/ci", in: "answer", names: list("id name message") },
  { operation: "PUT /v1/cmdb/ci/{id}", in: "body", names: list("status attributes custom_fields") },
  { operation: "DELETE /v1/cmdb/ci/{id}", in: "answer", names: ["message"] },
  { operation: "GET /api/cmdb/ci", in: "answer", names: list("success data pagination") },
  { operation: "GET /api/cmdb/ci", in: "query", names: list("page limit sort") },
  { operation: "GET /api/cmdb/ci", in: "query", names: ["sort"], values: list("createdAt -createdAt") },
  { operation: "GET /api/cmdb/ci/{id}", in: "answer", at: "data", names: list(`_id ${CI} customFields createdAt`) },
  // Relationships.
  {
    operation: "GET /v1/cmdb/relationships",
    in: "answer",
    at: "data[]",
    names: list("id type source target attributes discovered_by confidence created_at"),
  },
  { operation: "GET /v1/cmdb/relationships", in: "answer", at: "data[].source", names: list("id name type") },
  { operation: "GET /v1/cmdb/relationships", in: "answer", at: "data[].target", names: list("id name type") },
  { operation: "GET /v1/cmdb/relationships", in: "query", names: list("source_ci target_ci type include_ai") },
  { operation: "POST /v1/cmdb/relationships", in: "body", names: list("type source_ci target_ci attributes") },
  ...topology("/v1/api"),
  ...topology("/api"),
  // Discovery.
  ...submission("POST /v1/discovery/scan-data"),
  ...submission("POST /api/discovery/scan-data"),
  { operation: "GET /v1/discovery/scans", in: "query", names: list("scanner_id status from to") },
  { operation: "GET /v1/discovery/scans", in: "query", names: ["status"], values: list("running completed failed") },
  { operation: "POST /v1/discovery/tokens", in: "body", names: list("name description expires_in scopes") },
  { operation: "POST /v1/discovery/tokens", in: "answer", names: list("id token name expires_at") },
  { operation: "POST /api/discovery/tokens", in: "answer", at: "data", names: list("_id token name expiresAt") },
  // Section 5.
  { operation: "POST /v1/auth/login", in: "body", names: list("email password totp_code") },
  { operation: "POST /v1/auth/login", in: "answer", names: list("token refreshToken") },
  { operation: "POST /api/auth/login", in: "body", names: list("username password") },
  { operation: "POST /api/auth/login", in: "answer", at: "data", names: list("token refreshToken") },
  { operation: "POST /v1/auth/refresh", in: "body", names: ["refreshToken"] },
  { operation: "POST /v1/auth/refresh", in: "answer", names: list("token refreshToken") },
  { operation: "POST /v1/auth/api-keys", in: "body", names: list("name description scopes expiresIn") },
  { operation: "POST /v1/auth/api-keys", in: "answer", names: list("apiKey id expiresAt") },
  { operation: "POST /v1/auth/service-account/token", in: "body", names: list("grant_type assertion") },
  { operation: "POST /v1/auth/service-account/token", in: "answer", names: list("access_token expires_in") },
  {
    operation: "GET /oauth/authorize",
    in: "query",
    names: list("client_id redirect_uri response_type scope state"),
  },
  {
    operation: "POST /oauth/token",
    in: "body",
    names: list("grant_type code redirect_uri client_id client_secret"),
  },
  { operation: "POST /oauth/token", in: "answer", names: list("access_token refresh_token expires_in") },
  // Events.
  { operation: "GET /v1/events", in: "query", names: list("status severity source ci_id from to") },
  {
    operation: "GET /v1/events",
    in: "answer",
    at: "data[]",
    names: list(`id ${EVENT} source_id affected_cis created_at updated_at`),
  },
  {
    operation: "GET /v1/events",
    in: "answer",
    at: "data[]",
    names: ["severity"],
    values: list("critical high medium low"),
  },
  {
    operation: "GET /v1/events",
    in: "answer",
    at: "data[]",
    names: ["status"],
    values: list("open acknowledged resolved"),
  },
  {
    operation: "POST /v1/events",
    in: "body",
    names: list("title description severity source source_id affected_cis metrics"),
  },
  { operation: "PATCH /v1/events/{id}/status", in: "body", names: list("status comment") },
  {
    operation: "GET /v1/events/{id}/correlations",
    in: "answer",
    names: list("primary_event correlated_events suggested_root_cause"),
  },
  {
    operation: "GET /v1/events/{id}/correlations",
    in: "answer",
    at: "correlated_events[]",
    names: list("id correlation_score correlation_type reason"),
  },
  {
    operation: "GET /v1/events/{id}/correlations",
    in: "answer",
    at: "suggested_root_cause",
    names: list("ci_id confidence explanation"),
  },
  // Reports.
  { operation: "GET /v1/reports", in: "query", names: list("category created_by shared") },
  { operation: "POST /v1/reports/generate", in: "body", names: list("template_id parameters format delivery") },
  { operation: "POST /v1/reports/generate", in: "body", at: "parameters", names: list("ci_type date_range grouping") },
  { operation: "POST /v1/reports/generate", in: "body", at: "delivery", names: list("method recipients") },
  {
    operation: "POST /v1/reports/generate",
    in: "answer",
    names: list("report_id status estimated_completion status_url"),
  },
  {
    operation: "GET /v1/reports/{id}/status",
    in: "answer",
    names: list("report_id status completed_at download_url expires_at"),
  },
  { operation: "POST /v1/reports/ai/query", in: "body", names: list("query context") },
  { operation: "POST /v1/reports/ai/query", in: "body", at: "context", names: list("time_zone include_predictions") },
  {
    operation: "POST /v1/reports/ai/query",
    in: "answer",
    names: list("interpretation results insights recommendations"),
  },
  {
    operation: "POST /v1/reports/ai/query",
    in: "answer",
    at: "interpretation",
    names: list("entities time_range filters"),
  },
  {
    operation: "POST /v1/reports/ai/query",
    in: "answer",
    at: "recommendations[]",
    names: list("action impact confidence"),
  },
  // Agents, services, webhooks.
  {
    operation: "GET /v1/agents",
    in: "answer",
    at: "data[]",
    names: list("id name type status capabilities performance"),
  },
  {
    operation: "GET /v1/agents",
    in: "answer",
    at: "data[].performance",
    names: list("decisions_made success_rate avg_confidence"),
  },
  { operation: "POST /v1/agents/{id}/query", in: "body", names: list("query context") },
  { operation: "POST /v1/agents/{id}/query", in: "answer", names: list("agent_id response") },
  {
    operation: "POST /v1/agents/{id}/query",
    in: "answer",
    at: "response",
    names: list("summary details confidence reasoning"),
  },
  {
    operation: "GET /v1/services",
    in: "answer",
    at: "data[]",
    names: list("id name description criticality sla components health"),
  },
  { operation: "GET /v1/services", in: "answer", at: "data[].sla", names: list("availability response_time") },
  { operation: "GET /v1/services", in: "answer", at: "data[].components[]", names: list("ci_id role") },
  { operation: "GET /v1/services", in: "answer", at: "data[].health", names: list("status score") },
  {
    operation: "GET /v1/services/{id}/dependencies",
    in: "answer",
    names: list("service_id dependencies dependency_map"),
  },
  {
    operation: "GET /v1/services/{id}/dependencies",
    in: "answer",
    at: "dependencies.upstream[]",
    names: list("service_id name type impact"),
  },
  {
    operation: "GET /v1/services/{id}/dependencies",
    in: "answer",
    at: "dependencies.downstream[]",
    names: list("service_id name type impact"),
  },
  {
    operation: "GET /v1/services/{id}/dependencies",
    in: "answer",
    at: "dependency_map",
    names: ["visualization_url"],
  },
  { operation: "POST /v1/webhooks", in: "body", names: list("name url events headers active") },
  { operation: "POST /v1/webhooks", in: "answer", names: list("id name url secret created_at") },
  // Further endpoints.
  { operation: "POST /api/cmdb-ai/search", in: "body", names: list("query limit filters") },
  { operation: "POST /api/cmdb-ai/search", in: "body", at: "filters", names: list("type status") },
  {
    operation: "GET /api/software-mappings",
    in: "answer",
    at: "data[]",
    names: list(
      "instancePatterns usageCount confidence source status lastVerified processNames windowsServices processType notes",
    ),
  },
  {
    operation: "GET /api/software-mappings",
    in: "answer",
    at: "data[].processNames",
    names: list("windows macos linux"),
  },
  {
    operation: "GET /api/software-mappings",
    in: "answer",
    at: "data[]",
    names: ["source"],
    values: list("manual ai import system pending"),
  },
  {
    operation: "GET /api/software-mappings",
    in: "answer",
    at: "data[]",
    names: ["status"],
    values: list("active pending review"),
  },
  {
    operation: "GET /api/software-mappings",
    in: "answer",
    at: "data[]",
    names: ["processType"],
    values: list("application service library"),
  },
  {
    operation: "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
    in: "body",
    names: list("event payload"),
  },
  {
    operation: "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
    in: "body",
    at: "payload",
    names: list("ci_id ci_name change_note task_node_id change_fields"),
  },
  {
    operation: "POST /api/integrations/{itsm}/webhook/{configId}/change-analysis",
    in: "body",
    at: "payload.change_fields",
    names: list("priority category"),
  },
];
