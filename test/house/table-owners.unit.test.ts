import { describe, expect, test } from "vitest";
import { filesBelow, textOf } from "../support/cypher-files.ts";

/** By owner, a folder of `src/features` or of `src/platform`: the tables that its stores alone read and write by SQL. */
const OWNED = {
  access:
    "tenants users access_keys login_sessions refresh_tokens signing_keys second_factors recovery_codes service_accounts " +
    "used_assertions login_attempts installation oauth_clients oauth_browsers oauth_interactions oauth_grants oauth_codes " +
    "oauth_refresh_tokens",
  "ai-usage": "ai_queries ai_feedback",
  audit: "audit_log",
  correlation: "open_alarms incident_queue incidents incident_events alarm_reach",
  "change-risk": "change_analyses change_write_backs change_write_back_attempts",
  "cpe-dictionary": "cpe_entries cpe_pairs cpe_touched_pairs cpe_dictionary cpe_imports",
  demo: "demo_requests",
  discovery: "unresolved_peers",
  enrichment: "enrichment_runs enrichment_schedules",
  events:
    "events event_cis event_counts event_waits event_history maintenance_windows cis_under_maintenance " +
    "event_receipts appeared_hosts",
  exposure:
    "cve_records cve_products cve_companions kev_entries epss_scores vendor_statements cve_feed cve_imports exposure_renames " +
    "exposure_tenants exposure_work exposure_profiles exposure_hosts exposure_instances exposure_findings exposure_told " +
    "vulnerability_decisions exposure_reach",
  history: "history",
  integrations: "integrations",
  insights: "insight_work ci_insights connection_insights",
  inventory: "scans raw_scan_records parked_decisions sightings inventory_records collections",
  proposals: "proposal_verdicts proposal_work",
  reports: "reports report_pieces report_deliveries report_schedules",
  query: "saved_queries",
  questions: "question_values question_fields question_vocabularies",
  "saved-maps": "saved_maps",
  search: "embedding_indexes embedding_sweeps stale_embeddings",
  settings: "tenant_settings",
  stream: "stream_entries stream_position",
  software:
    "software_mappings software_mapping_versions software_mapping_usage software_work software_cpe_matches " +
    "process_mapping_runs software_model_answers software_look_ups software_look_up_requests",
  webhooks: "webhooks webhook_secrets webhook_deliveries webhook_lanes webhook_health_reports",
  "platform/ai": "model_calls",
  "platform/graph": "graph_bookmarks",
  "platform/http": "idempotency_keys rate_counts",
  "platform/jobs": "relayed_outbox",
  "platform/outside": "outside_calls",
};

/** Exceptions: other folders that read a table by SQL, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "audit reads history": "the audit log shows changes of CIs and calls in one order, page by page, from both tables",
  "backup reads history": "its manifest compares what history says of the graph with the graph that it copies",
  "backup reads tenants": "it copies the graph tenant by tenant, before any feature is there",
  "correlation reads events": "causes and incidents are found by joining alarms with their events, thousands at once",
  "correlation reads history": "changes of thousands of CIs before an event, newest few of each, in one statement",
  "correlation reads maintenance_windows": "read in that same statement",
  "correlation reads tenants": "the queue is looked through tenant by tenant, so that one with much hides no other",
  "events reads tenants": "likewise",
  "discovery reads tenants": "work that is due is looked for tenant by tenant, in one statement",
  "enrichment reads tenants": "likewise",
  "insights reads tenants": "likewise",
  "exposure reads tenants": "likewise",
  "inventory reads tenants": "likewise",
  "platform/postgres reads event_cis": "named as a type alone: its owner hands the table over whose pairs are deleted",
  "platform/postgres reads open_alarms": "likewise",
  "platform/postgres reads second_factors": "a new root secret seals every column of secrets anew, whoever owns it",
  "platform/postgres reads signing_keys": "likewise",
  "platform/postgres reads integrations": "likewise",
  "platform/postgres reads webhook_secrets": "likewise",
  "platform/postgres reads webhooks": "likewise",
  "query reads event_cis":
    "a form filters, groups and sorts by any field of an entity in one statement, which its owner cannot foresee",
  "query reads change_analyses": "likewise",
  "query reads change_write_backs": "likewise",
  "query reads event_history": "likewise",
  "query reads events": "likewise",
  "query reads history": "likewise",
  "query reads incident_events": "likewise",
  "query reads incidents": "likewise",
  "query reads raw_scan_records": "likewise",
  "query reads scans": "likewise",
  "questions reads tenants": "work that is due is looked for tenant by tenant, in one statement",
  "settings reads tenants": "a row is inserted only while its tenant exists, in one statement",
  "software reads tenants":
    "likewise for versions of mappings; due work is looked for, and counts are added up, per living tenant",
};

const OWNER_OF = new Map(
  Object.entries(OWNED).flatMap(([owner, tables]) => tables.split(" ").map((table) => [table, owner] as const)),
);
const migrations = filesBelow("src/platform/postgres/migrations", ".sql").map(textOf).join("\n");
const DROPPED = new Set([...migrations.matchAll(/drop table (\w+);/gi)].map(([, name]) => name));
const TABLES = [...migrations.matchAll(/create (?:unlogged )?table(?: if not exists)? (\w+)/gi)]
  .map(([, name]) => name!)
  .filter((name) => !DROPPED.has(name));

/** Tables that a text reads or writes: named behind a word of SQL, or alone in quotes where a statement is built. */
function tablesIn(text: string): Set<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const behindWord = code.matchAll(/\b(?:from|join|into|update|using|only|table|exists|truncate)\s+"?(\w+)/gi);
  const listed = code.matchAll(/\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:lateral\s+)?(\w+)/gi);
  const inQuotes = code.matchAll(/["'`](\w+)["'`]/g);
  return new Set([...behindWord, ...listed, ...inQuotes].map(([, name]) => name!).filter((name) => OWNER_OF.has(name)));
}

const folderOf = (file: string) =>
  /^src\/(?:features\/([^/]+)|(platform\/[^/]+))\//.exec(file)?.slice(1).join("") ?? file;
/** Files with statements; that these are all is held by the test of borders in `architecture.test.ts`. */
const WITH_SQL = filesBelow("src", ".ts").filter(
  (file) => file.endsWith(".store.ts") || file.startsWith("src/platform/"),
);

const uses = WITH_SQL.flatMap((file) =>
  [...tablesIn(textOf(file))].map((table) => ({ file, table, reader: folderOf(file) })),
);
const foreign = uses.filter(({ table, reader }) => OWNER_OF.get(table) !== reader);

describe("tables", () => {
  test("each of the migrations has one owner", () => {
    expect([...OWNER_OF.keys()].sort()).toEqual([...TABLES].sort());
    expect(Object.values(OWNED).join(" ").split(" ")).toHaveLength(OWNER_OF.size);
    expect(migrations).not.toMatch(/drop table (?!\w+;)|rename to/i);
  });

  test("each is read and written by its owner", () => {
    const found = new Set(uses.map(({ table, reader }) => `${reader} ${table}`));
    expect([...OWNER_OF].filter(([table, owner]) => !found.has(`${owner} ${table}`))).toEqual([]);
  });

  test("no other folder names one in SQL without a reason", () => {
    const unnamed = foreign.filter(({ table, reader }) => !(`${reader} reads ${table}` in EXCEPTIONS));
    expect(unnamed.map(({ file, table }) => `${file} names ${table}`)).toEqual([]);
  });

  test("every exception is still in use", () => {
    const used = new Set(foreign.map(({ table, reader }) => `${reader} reads ${table}`));
    expect(Object.keys(EXCEPTIONS).filter((exception) => !used.has(exception))).toEqual([]);
  });

  test("an exception reads and never writes", () => {
    const writes = foreign.filter(({ file, table }) =>
      new RegExp(`\\b(?:insert into|update|delete from|truncate)\\s+${table}\\b`, "i").test(textOf(file)),
    );
    expect(writes.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
  });

  test("tables are seen in statements of every form", () => {
    const forms = ["from scans s", "join scans", "insert into scans", "update scans set", "exists scans", 'of "scans"'];
    for (const form of forms) expect([...tablesIn(`\`select 1 ${form}\``)]).toEqual(["scans"]);
    expect([...tablesIn("`select 1 from users u, scans s`")]).toEqual(["users", "scans"]);
    expect([...tablesIn("// from scans")]).toEqual([]);
  });
});
