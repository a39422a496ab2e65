import { expect, vi } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { fileOf } from "../features/cpe-dictionary/support.ts";
import { matchAll } from "../features/exposure/support.ts";
import { keyPair } from "../support/assertions.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../support/cve-records.ts";
import type { ServiceApp } from "../support/service-app.ts";

/** What everybody can read at the beginning of each hostile name that is shown. */
export const MARK = "hostile";
const RIGHT_TO_LEFT = "\u202E\u2067";

/** Names as an attacker or an accident gives them, each with something that makes it unlike the others of its kind. */
export const HOSTILE_NAMES = [
  (own: string) => `${MARK} ${own} <script>alert("name")</script>`,
  (own: string) => `${MARK} ${own} "'><img src=x onerror=alert(1)><svg onload=alert(2)> {{7*7}} \${7*7}`,
  (own: string) => `${MARK} ${own} ${RIGHT_TO_LEFT}gpj.exe`,
  (own: string) => `${MARK} ${own} `.padEnd(255, "W"),
] as const;

/** All of it in one name. */
export const worst = (own: string, length = 255) =>
  `${MARK} ${own} <img src=x onerror=alert(3)><script>alert(4)</script>${RIGHT_TO_LEFT}`
    .padEnd(length, "W")
    .slice(0, length);
const LONG = worst("text", 10_000);

type Answer = Record<string, unknown> & { id: string };

/** Things of every kind with hostile names in the tenant of a service; the ids of those whose pages are opened. */
export async function hostileThings(http: ServiceApp) {
  const headers = await http.login();
  const post = async (address: string, body: object): Promise<Answer> => {
    const answer = await http.call("POST", address, { headers, body });
    expect(answer.status, `POST ${address}: ${answer.text.slice(0, 500)}`).toBeLessThan(300);
    return answer.body as Answer;
  };
  const each = async (make: (name: string) => Promise<unknown>, limit = 255) => {
    for (const nameOf of HOSTILE_NAMES) await make(nameOf(newId().slice(-6)).slice(0, limit));
  };
  const { ci, service } = await inventory(post, each);
  const event = await events(post, ci);
  await work(post, each, ci);
  const webhook = await administration(post, each);
  const scan = await scanned(http, headers, post);
  const report = await post("/v1/reports/generate", {
    template_id: "ci_inventory",
    format: "csv",
    name: worst("r", 200),
  });
  const change = await post("/v1/change-analyses", { ci_id: [ci], task_node_id: worst("task", 200) });
  const cve = await vulnerability(http, post, ci);
  await http.changesDelivered();
  const incident = await vi.waitFor(
    async () => {
      const { body } = await http.call("GET", "/v1/incidents?limit=1", { headers });
      return String((body as { data: { id: string }[] }).data[0]!.id);
    },
    { timeout: 60_000, interval: 500 },
  );
  return { ci, service, event, incident, webhook, scan, report: String(report.report_id), change: change.id, cve };
}

/** A known vulnerability whose record is hostile too, of a program on the CI, with a decision. */
async function vulnerability(http: ServiceApp, post: Post, ci: string): Promise<string> {
  const id = "CVE-2031-90001";
  const attributes = {
    cpe: { name: cpe("a:hostile:program:1.0") },
    version: worst("v", 60),
    enrichment_status: "done",
  };
  const program = await post("/v1/cmdb/ci", { name: worst("program"), type: "software_instance", attributes });
  await post("/v1/cmdb/relationships", { type: "installed_on", source_ci: program.id, target_ci: ci });
  const record = cveRecord(id, [anyOf(criterion(cpe("a:hostile:program:1.0")))], {
    descriptions: [{ lang: "en", value: worst("summary", 3_000) }],
    references: [{ url: "javascript:alert(6)" }, { url: `https://example.com/${worst("r", 200)}` }],
  });
  const { feeds } = http.app.exposure;
  expect(await feeds.importCves([fileOf("cves.json", cvePage([record]))])).toMatchObject([{ status: "done" }]);
  const entry = { vulnerabilityName: worst("entry", 200), requiredAction: LONG.slice(0, 2_000) };
  const catalogue = kevCatalogue([id]);
  const named = { ...catalogue, vulnerabilities: catalogue.vulnerabilities.map((one) => ({ ...one, ...entry })) };
  await feeds.importKev(fileOf("kev.json", named));
  await matchAll(http);
  const body = { ci_id: ci, decision: "mitigated", reason: worst("reason", 2_000), until: "2099-01-01T00:00:00Z" };
  const headers = await http.login();
  const decided = await http.call("PUT", `/v1/vulnerabilities/${id}/decisions`, { headers, body });
  expect(decided.status, decided.text).toBe(200);
  return id;
}

type Post = (address: string, body: object) => Promise<Answer>;
type Each = (make: (name: string) => Promise<unknown>, limit?: number) => Promise<void>;

async function inventory(post: Post, each: Each) {
  const values = {
    description: LONG,
    attributes: { [worst("key", 60)]: LONG, link: "javascript:alert(5)", os: worst("os") },
    custom_fields: { owner: LONG },
  };
  const ci = (await post("/v1/cmdb/ci", { name: worst("ci"), type: "server", ...values })).id;
  const components = [{ ci_id: ci, role: worst("role", 64) }];
  const more = { description: LONG, criticality: "high" };
  const service = (await post("/v1/services", { name: worst("service"), components, ...more })).id;
  const relate = (source_ci: string, type: string, other = {}) =>
    post("/v1/cmdb/relationships", { type, source_ci, target_ci: ci, ...other });
  for (const type of ["server", "application", "software", "software_instance", "software_family", "site"]) {
    await each(async (name) => {
      const { id } = await post("/v1/cmdb/ci", { name, type, ...values });
      if (type === "software_instance") await relate(id, "installed_on");
      if (type === "application") await relate(id, "depends_on", { attributes: { note: LONG.slice(0, 5_000) } });
      if (type === "site") await relate(id, "uses", { discovered_by: "ai:evidence", confidence: 0.7 });
    });
  }
  await each((name) => post("/v1/services", { name, description: LONG, components }));
  return { ci, service };
}

async function events(post: Post, ci: string): Promise<string> {
  let last = "";
  for (const nameOf of HOSTILE_NAMES) {
    const title = nameOf(newId().slice(-6));
    const body = { title, description: LONG.slice(0, 5_000), severity: "critical", source: title.slice(0, 60) };
    last = (await post("/v1/events", { ...body, affected_cis: [ci], context: { [worst("key", 60)]: worst("value") } }))
      .id;
  }
  return last;
}

async function work(post: Post, each: Each, ci: string): Promise<void> {
  const query = { entity: "ci", filters: [{ field: "name", op: "contains", value: worst("q", 200) }] };
  const schedule = { template_id: "ci_inventory", format: "csv", cron: "30 6 * * 1", enabled: false };
  const to = new Date(Date.now() + 3_600_000).toISOString();
  await each((name) => post("/v1/maps", { name, roots: [ci] }), 200);
  await each((name) => post("/v1/queries", { name, description: name, query, shared: true }), 200);
  await each((name) => post("/v1/reports/schedules", { name, ...schedule }), 200);
  await each((name) => post("/v1/maintenance-windows", { ci_ids: [ci], to, reason: name }), 200);
  await each((name) => post("/v1/software-mappings", { instance_name: name, software: { name, vendor: name } }), 200);
  await each((name) => post("/v1/discovery/tokens", { name, description: name }), 100);
}

async function administration(post: Post, each: Each): Promise<string> {
  const hook = { url: "https://hooks.example.com/in", events: ["ci.deleted"], headers: { "X-Team": "core" } };
  const inbound = { type: "secret", header: "X-Desk-Secret", secret: "a secret of the desk" };
  const desk = { platform: "generic", base_url: "https://desk.example.com/changes", inbound };
  const scopes = ["cmdb.read"];
  const client = { redirect_uris: ["https://app.example.com/callback"], scopes };
  await each((name) => post("/v1/webhooks", { name, ...hook }), 100);
  await each((name) => post("/v1/integrations", { name, ...desk }), 100);
  await each((name) => post("/v1/auth/api-keys", { name, scopes }), 100);
  await each((name) => post("/v1/auth/oauth-clients", { name, ...client }), 100);
  await each((name) => post("/v1/auth/service-accounts", { name, scopes, public_key: keyPair().publicPem }), 100);
  await each(
    (name) => post("/v1/admin/users", { name, email: `${newId()}@example.com`, password: newId(), scopes }),
    100,
  );
  return (await post("/v1/webhooks", { name: worst("hook", 100), ...hook })).id;
}

/** One host that becomes a CI with records, one that stays parked. */
async function scanned(http: ServiceApp, headers: Record<string, string>, post: Post): Promise<string> {
  const name = worst("record", 200);
  const host = {
    hostname: "hostile-01",
    ip_address: "192.0.2.241",
    os: { name, family: "linux" },
    hardware: { model: name, manufacturer: name },
    disks: [{ name, mount_point: name, size_gb: 100, free_gb: 40 }],
    user_accounts: [{ name, uid: 0, admin: true }],
    processes: [{ pid: 700, name, user: name }],
    installed_applications: [{ name, vendor: name, version: worst("v", 60) }],
  };
  const parked = { hostname: worst("parked", 900), hardware: { model: name } };
  const { scan_id: id } = await post("/v1/discovery/scan-data", {
    scan_type: "full",
    scanner_id: worst("scanner", 100),
    timestamp: new Date().toISOString(),
    data: { discovered_hosts: [host, parked] },
  });
  const isDone = async () => {
    const { body } = await http.call("GET", `/v1/discovery/scans/${String(id)}`, { headers });
    expect((body as { status: string }).status).toBe("completed");
  };
  await vi.waitFor(isDone, { timeout: 60_000, interval: 300 });
  return String(id);
}
