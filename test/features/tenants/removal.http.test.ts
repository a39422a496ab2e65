import neo4j, { type Driver } from "neo4j-driver";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRemoveTenant } from "../../../src/features/tenants/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { testTenant } from "../../support/access.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { stores } from "../../support/stores.ts";
import { GENERIC } from "../integrations/support.ts";

let http: ServiceApp;
let driver: Driver;
beforeAll(async () => {
  http = await serviceApp({ env: { ORRERY_EGRESS_ALLOW: "127.0.0.1" } });
  const { uri, username, password } = stores().neo4j;
  driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
});
afterAll(async () => {
  await driver?.close();
  await http?.close();
});

const nodesOf = async (tenant: string): Promise<number> => {
  const { records } = await driver.executeQuery("MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS n", { tenant });
  return records[0]?.get("n").toNumber();
};

/** Tables with rows of the tenant. */
const tablesWith = async (tenant: string): Promise<string[]> => {
  const tables = await http.postgres.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if ((await http.postgres.query(`select 1 from ${name} where tenant_id = $1 limit 1`, [tenant])).length > 0) {
      found.push(name);
    }
  }
  return found.sort();
};

async function furnish(headers: Record<string, string>): Promise<void> {
  const ok = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const answer = await http.call(method, path, { headers: { ...headers, ...more }, body });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  const ci = (name: string) =>
    ok("POST", "/v1/cmdb/ci", { name, type: "server", attributes: { ip_address: "192.0.2.7" } });
  const [one, two, three] = [await ci("one"), await ci("two"), await ci("three")];
  const link = { type: "depends_on", source_ci: one.id, target_ci: two.id };
  await ok("POST", "/v1/cmdb/relationships", link, { "idempotency-key": newId() });
  await ok("POST", "/v1/cmdb/relationships", { ...link, target_ci: three.id });
  const event = { title: "Disk full", severity: "high", source: "probe" };
  const { id } = await ok("POST", "/v1/events", { ...event, affected_cis: [one.id] });
  await ok("POST", "/v1/events", { ...event, hostname: "never-seen" });
  await ok("PATCH", `/v1/events/${id}/status`, { status: "acknowledged" });
  await ok("POST", "/v1/maintenance-windows", { ci_ids: [one.id], to: new Date(Date.now() + 60_000).toISOString() });
  await ok("PUT", `/v1/cmdb/ci/${two.id}`, { status: "maintenance" });
  await ok("DELETE", `/v1/cmdb/ci/${three.id}`);
  await ok("PUT", "/v1/cmdb/relationship-types/feeds", { failure: "both" });
  await ok("PUT", "/v1/admin/settings", { absence_days: 3 });
  await ok("POST", "/v1/discovery/tokens", { name: "scanner" });
  const hook = { name: "chat", url: "https://hooks.example.com/in", events: ["scan.completed"] };
  await ok("POST", "/v1/webhooks", hook);
  const desk = await ok("POST", "/v1/integrations", { ...GENERIC, base_url: "http://127.0.0.1:9/tasks" });
  const change = { ci_id: [one.id], task_node_id: newId(), integration_id: desk.id };
  const analysis = await ok("POST", "/v1/change-analyses", change);
  const written = async () => (await ok("GET", `/v1/change-analyses/${analysis.id}`)).write_back.attempts.length;
  await expect.poll(written, { timeout: 30_000 }).toBeGreaterThan(0);
  const scan = await ok("POST", "/v1/discovery/scan-data", {
    scan_type: "full",
    scanner_id: "s",
    timestamp: new Date().toISOString(),
    data: {
      discovered_hosts: [{ hostname: `h-${newId()}`, ip_address: "192.0.2.8", disks: [{ name: "sda", size_gb: 1 }] }],
    },
  });
  const done = async () => (await ok("GET", `/v1/discovery/scans/${scan.scan_id}`)).status;
  await expect.poll(done, { timeout: 30_000 }).toBe("completed");
  await http.changesDelivered();
  await expect.poll(() => http.postgres.query("select 1 from incident_queue"), { timeout: 30_000 }).toEqual([]);
}

it("createRemoveTenant removes all data of one tenant only, and can be repeated after an interruption", async () => {
  const [mine, theirs] = [await http.login(), await http.loginElsewhere()];
  await furnish(mine);
  await furnish(theirs);
  const name = (await http.app.access.operator.tenants()).find(({ id }) => id === http.tenantId)?.name ?? "";
  const before = await tablesWith(http.tenantId);
  expect(before).toEqual(
    expect.arrayContaining(
      "audit_log history inventory_records raw_scan_records scans sightings"
        .split(" ")
        .concat("cis_under_maintenance event_cis event_history event_waits events maintenance_windows".split(" "))
        .concat("change_analyses change_write_backs change_write_back_attempts integrations".split(" "))
        .concat("webhook_deliveries webhook_secrets webhooks".split(" ")),
    ),
  );
  const other = (await http.call("GET", "/v1/auth/me", { headers: theirs })).body.id;
  const [{ tenant_id: otherTenant }] = (await http.postgres.query("select tenant_id from users where id = $1", [
    other,
  ])) as [{ tenant_id: string }];
  const kept = { nodes: await nodesOf(otherTenant), tables: await tablesWith(otherTenant) };

  const gone = new AbortController();
  gone.abort(new Error("cut short"));
  await expect(http.app.removeTenant(name, gone.signal)).rejects.toThrow("cut short");
  // The tenant is closed at once, and only its own data remain.
  await expect
    .poll(async () => (await http.call("GET", "/v1/cmdb/ci", { headers: mine })).status, { timeout: 10_000 })
    .toBe(401);
  const login = { email: http.email, password: http.password };
  expect((await http.call("POST", "/v1/auth/login", { body: login })).status).toBe(401);
  expect(await tablesWith(http.tenantId)).toContain("history");
  expect((await http.app.access.operator.tenants()).find(({ id }) => id === http.tenantId)?.deletedAt).not.toBeNull();

  const removed = await http.app.removeTenant(name.toUpperCase());
  expect(removed).toMatchObject({ id: http.tenantId, nodes: expect.any(Number), rows: expect.any(Number) });
  expect(removed.nodes).toBeGreaterThan(5);
  expect(await nodesOf(http.tenantId)).toBe(0);
  expect(await tablesWith(http.tenantId)).toEqual([]);
  expect(await http.postgres.query("select 1 from tenants where id = $1", [http.tenantId])).toEqual([]);
  await expect(http.app.removeTenant(name)).rejects.toMatchObject({ status: 404 });

  expect(await nodesOf(otherTenant)).toBe(kept.nodes);
  expect(await tablesWith(otherTenant)).toEqual(kept.tables);
  expect((await http.call("GET", "/v1/cmdb/ci", { headers: theirs })).body.pagination.total).toBe(3);
});

it("createRemoveTenant removes what other processes still write for the tenant", async () => {
  const { graph, postgres, access } = http.app;
  const tenant = await testTenant(access);
  const remove = createRemoveTenant({ graph, postgres, operator: access.operator, settleMs: 1_500 });
  const removal = remove(tenant.name);
  const closed = async () => (await access.operator.tenants()).find(({ id }) => id === tenant.id)?.deletedAt ?? null;
  await expect.poll(closed, { timeout: 10_000 }).not.toBeNull();
  await postgres.query(
    `insert into history (tenant_id, id, kind, subject_kind, subject_id, version, actor, request_id, at)
     values ($1, $2, 'ci.created', 'ci', $2, 1, 'system', 'late', now())`,
    [tenant.id, newId()],
  );
  await removal;
  expect(await tablesWith(tenant.id)).toEqual([]);
});
