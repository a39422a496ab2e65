import { newId } from "../../../src/platform/ids.ts";
import { keyPair } from "../../support/assertions.ts";
import type { ApiClient } from "./api-client.ts";

/** What a tenant's things are reached with after the restore. */
export interface Credentials {
  apiKey: string;
  scanner: string;
  user: { email: string; password: string };
}

/** A tenant with at least one of everything that its users can make. Returns the credentials among it. */
export async function populateByApi({ ok }: ApiClient, hook: string): Promise<Credentials> {
  const make = async (path: string, body: object): Promise<string> => (await ok("POST", path, body)).id;
  const details = { attributes: { serial_number: newId(), cpu_cores: 8 }, custom_fields: { team: "ümläut 漢字" } };
  const web = await make("/v1/cmdb/ci", { name: "web", type: "server", description: "serves", ...details });
  const db = await make("/v1/cmdb/ci", { name: "db", type: "database" });
  const gone = await make("/v1/cmdb/ci", { name: "gone", type: "container" });
  const link = { source_ci: web, attributes: { port: 5432, criticality: "high" }, confidence: 0.5 };
  await make("/v1/cmdb/relationships", { type: "depends_on", target_ci: db, ...link });
  await make("/v1/cmdb/relationships", { type: "Backed up by", target_ci: db, ...link });
  await make("/v1/cmdb/relationships", { type: "depends_on", target_ci: gone, ...link });
  await ok("DELETE", `/v1/cmdb/ci/${gone}`);
  await ok("PUT", "/v1/cmdb/relationship-types/Backed%20up%20by", { failure: "both" });
  await ok("PUT", `/v1/cmdb/ci/${web}`, { status: "maintenance", attributes: { location: "Ulm" } });
  await make("/v1/services", { name: "Shop", criticality: "critical", components: [{ ci_id: web, role: "frontend" }] });
  for (const ci of [web, db]) {
    const id = await make("/v1/events", { title: "down", severity: "high", source: "probe", affected_cis: [ci] });
    await ok("PATCH", `/v1/events/${id}/status`, { status: "acknowledged", comment: "on it" });
  }
  await make("/v1/maintenance-windows", { ci_ids: [db], to: "2100-01-01T00:00:00Z", reason: "patches" });
  await make("/v1/webhooks", { name: "chat", url: hook, events: ["ci.created"], headers: { "X-Team": "core" } });
  await make("/v1/software-mappings", { instance_name: "Zorble 5", software: { name: "Zorble", vendor: "Example" } });
  await make("/v1/auth/service-accounts", { name: "import", scopes: ["cmdb.read"], public_key: keyPair().publicPem });
  const redirect_uris = ["https://app.example.com/callback"];
  await make("/v1/auth/oauth-clients", { name: "app", redirect_uris, scopes: ["cmdb.read"] });
  await ok("PUT", "/v1/admin/settings", { absence_days: 20 });
  const user = { email: `${newId()}@example.com`, password: newId() };
  await make("/v1/admin/users", { ...user, scopes: ["cmdb.read"], must_change_password: false });
  const { apiKey } = await ok("POST", "/v1/auth/api-keys", { name: "reader", scopes: ["cmdb.read"] });
  const { token } = await ok("POST", "/v1/discovery/tokens", { name: "scanner" });
  const host = {
    hostname: "app01",
    ip_address: "192.0.2.10",
    hardware: { serial_number: newId() },
    disks: [{ name: "/dev/sda", size_gb: 100 }],
    installed_applications: [{ name: "PostgreSQL", vendor: "PGDG", version: "17.2" }],
    processes: [{ pid: 7, name: "postgres" }],
    network_connections: [{ protocol: "tcp", local_port: 5432, state: "LISTEN", process_name: "postgres" }],
  };
  const scan = { scan_type: "agent", scanner_id: "s", timestamp: "2026-01-01T00:00:00Z" };
  await ok("POST", "/v1/discovery/scan-data", { ...scan, data: { discovered_hosts: [host] } });
  return { apiKey, scanner: token, user };
}
