import { generateKeyPairSync, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { requestOf, send } from "./load.ts";

/** Creates a resource of a kind and returns its id. */
export type Make = () => Promise<string>;

/** Whose things they are, and where they are made. */
interface Owner {
  port: number;
  headers: Record<string, string>;
  postgres: Postgres;
  tenantId: string;
}

const QUERY = { entity: "ci", filters: [{ field: "type", op: "eq", value: "server" }] };
const REPORT = { template_id: "ci_inventory", format: "csv" };

/** How a thing of each kind is made, by the path before its id. */
export function creatorsOf({ port, headers, postgres, tenantId }: Owner): Record<string, Make> {
  const post = async (path: string, body: unknown) => {
    const made = await send<{ id?: string; scan_id?: string; client_id?: string }>(
      port,
      requestOf("POST", path, headers, body),
    );
    return made.id ?? made.scan_id ?? made.client_id!;
  };
  const ci = () => post("/v1/cmdb/ci", { name: `foreign ${randomUUID()}`, type: "server" });
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const public_key = publicKey.export({ type: "spki", format: "pem" }).toString();
  const host = () => ({ hostname: `${randomUUID()}.example.com`, open_ports: [22] });
  const scopes = ["cmdb.read"];
  const oauthClient = () =>
    post("/v1/auth/oauth-clients", { name: "app", redirect_uris: ["https://app.example.com/back"], scopes });
  const event = async () =>
    post("/v1/events", { title: "event", severity: "low", source: "bench", affected_cis: [await ci()] });
  const webhook = () =>
    post("/v1/webhooks", { name: "hook", url: "https://hooks.example.com/", events: ["report.completed"] });
  return {
    "/cmdb/ci": ci,
    "/ci": ci,
    "/api/ci": ci,
    "/cmdb/relationships": async () =>
      post("/v1/cmdb/relationships", { type: "depends_on", source_ci: await ci(), target_ci: await ci() }),
    "/discovery/scans": () =>
      post("/v1/discovery/scan-data", {
        scan_type: "full",
        scanner_id: "bench",
        timestamp: new Date().toISOString(),
        data: { discovered_hosts: [host()] },
      }),
    "/discovery/tokens": () => post("/v1/discovery/tokens", { name: "scanner" }),
    "/auth/api-keys": () => post("/v1/auth/api-keys", { name: "key", scopes }),
    "/auth/service-accounts": () => post("/v1/auth/service-accounts", { name: "program", scopes, public_key }),
    "/auth/oauth-clients": oauthClient,
    "/auth/oauth-grants": async () => grantOf(postgres, await oauthClient()),
    "/software-mappings": () =>
      post("/v1/software-mappings", { instance_name: `program ${randomUUID()}`, software: { name: "Program" } }),
    "/events": event,
    "/maintenance-windows": async () =>
      post("/v1/maintenance-windows", { ci_ids: [await ci()], to: "2100-01-01T00:00:00Z" }),
    "/incidents": async () => incidentOf(postgres, await event()),
    "/services": () => post("/v1/services", { name: `service ${randomUUID()}` }),
    "/webhooks": webhook,
    "/webhooks/deliveries": async () => post(`/v1/webhooks/${await webhook()}/test`, {}),
    "/queries": () => post("/v1/queries", { name: `query ${randomUUID()}`, query: QUERY }),
    "/reports": () => post("/v1/reports/generate", REPORT),
    "/reports/schedules": () =>
      post("/v1/reports/schedules", { ...REPORT, name: "schedule", cron: "0 6 * * 1", enabled: false }),
    "/admin/jobs": () => failedJobOf(postgres, tenantId),
    "/admin/users": () =>
      post("/v1/admin/users", { email: `${randomUUID()}@example.com`, name: "User", password: randomUUID(), scopes }),
  };
}

/** What the client's maker allowed it, without the pages by which a person does so. */
async function grantOf(postgres: Postgres, clientId: string): Promise<string> {
  const id = randomUUID();
  await postgres.query(
    `with made as (
       insert into oauth_grants (id, client_id, user_id, scopes, created_at)
       select $1, id, user_id, scopes, now() from oauth_clients where id = $2 returning id
     )
     insert into oauth_refresh_tokens (hash, grant_id, expires_at)
     select sha256(id::bytea), id, now() + interval '1 day' from made`,
    [id, clientId],
  );
  return id;
}

/** A job of the tenant that failed for good. */
async function failedJobOf(postgres: Postgres, tenantId: string): Promise<string> {
  const id = randomUUID();
  await postgres.query(
    `insert into pgboss.job (id, name, data, state, completed_on)
     values ($1::uuid, 'discovery.process-scan', $2::jsonb, 'failed', now())`,
    [id, { tenantId }],
  );
  return id;
}

/** The incident that the event was put into; the service groups events within a second. */
async function incidentOf(postgres: Postgres, eventId: string): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    const [member] = await postgres.query<{ id: string }>(
      "select incident_id as id from incident_events where event_id = $1",
      [eventId],
    );
    if (member) return member.id;
  }
  throw new Error("an event was put into no incident");
}
