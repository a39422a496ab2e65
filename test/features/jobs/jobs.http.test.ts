import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFindJobs } from "../../../src/features/jobs/find-jobs.ts";
import { newId } from "../../../src/platform/ids.ts";
import { outboxGraph } from "../../../src/platform/jobs/outbox.graph.store.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";
import { putJob } from "./support.ts";

let http: ServiceApp;
let admin: Record<string, string>;
let tenantId: string;
beforeAll(async () => {
  http = await serviceApp();
  admin = await http.login();
  tenantId = http.tenantId;
});
const parkedTenants = new Set<string>();
afterAll(async () => {
  const tenants = [...parkedTenants];
  await http.app.graph.raw("MATCH (p:ParkedChange) WHERE p.tenant IN $tenants AND p.id > '' DELETE p", { tenants });
  await http.close();
});

const JOBS = "/v1/admin/jobs";
const ask = (method: string, path = "", headers = admin) => http.call(method, `${JOBS}${path}`, { headers });
const put = (job: Parameters<typeof putJob>[1]) => putJob(http.postgres, job);
const HELD = { name: "test.held" };

/** Parks changes of a tenant, as the relay does after the last try. */
async function park(tenant: string, error = "no column for this"): Promise<string> {
  const id = newId();
  parkedTenants.add(tenant);
  const entries = JSON.stringify([{ id: `${id}:0`, kind: "ci.created", subject: { kind: "ci", id: "x" } }]);
  await http.app.graph.raw("CREATE (o:Outbox {id: $id, tenant: $tenant, entries: $entries})", { id, tenant, entries });
  await outboxGraph.refuse(http.app.graph, { id, error, reason: "refused", atMs: Date.now(), pauses: [] });
  return id;
}

describe("GET /v1/admin/jobs", () => {
  it("lists the tenant's jobs with their payload and error, newest first, and none of another tenant", async () => {
    const name = "test.listed";
    const own = { tenantId, scanId: "s" };
    const error = "cannot read https://user:secret@example.com/feed?token=secret\n at line 1";
    const failed = await put({ name, data: own, error, age: 2 });
    const waiting = await put({ name, data: own, state: "retry", age: 1 });
    await put({ name, data: { tenantId: newId() }, error: "of another" });
    await put({ name, data: own, state: "completed" });
    const { body } = await ask("GET", `?name=${name}`);
    expect(body.data).toMatchObject([
      { id: waiting, name, state: "waiting", scope: "tenant", payload: own },
      { id: failed, state: "failed", tries: 6, error: "cannot read https://example.com/feed", payload: own },
    ]);
    expect(body.pagination).toMatchObject({ total: 2 });
  });

  it("shows neither payload nor error of the installation's jobs", async () => {
    const name = "test.installation";
    const id = await put({ name, data: { of: "another tenant" }, error: "web01 of another tenant" });
    const { text, body } = await ask("GET", `/${id}`);
    expect(body).toMatchObject({ id, state: "failed", scope: "installation", payload: null });
    expect(text).not.toContain("another tenant");
    expect((await ask("GET", `?name=${name}`)).text).not.toContain("another tenant");
  });

  it("filters by state, and pages over jobs and parked changes by number and by cursor", async () => {
    const name = "outbox.changes";
    for (let i = 0; i < 3; i++) await park(tenantId);
    await park(newId());
    const all = (await ask("GET", "?state=parked")).body.data;
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({ name, state: "parked", scope: "tenant", tries: 1, error: "no column for this" });
    expect((await ask("GET", "?state=failed&name=outbox.changes")).body.data).toEqual([]);
    const whole = (await ask("GET", "?limit=100")).body.data.map(({ id }: { id: string }) => id);
    const numbered: string[] = [];
    const followed: string[] = [];
    for (let page = 1; page <= whole.length; page++) {
      numbered.push(...(await ask("GET", `?limit=2&page=${page}`)).body.data.map(({ id }: { id: string }) => id));
    }
    for (let query = "?limit=2"; ; ) {
      const { body } = await ask("GET", query);
      followed.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.pagination.next_cursor) break;
      query = `?limit=2&cursor=${body.pagination.next_cursor}`;
    }
    expect(whole.length).toBeGreaterThan(5);
    expect(numbered).toEqual(whole);
    expect(followed).toEqual(whole);
  });

  it("answers 404 to the id of another tenant's job and parked changes", async () => {
    const ids = [await put({ ...HELD, data: { tenantId: newId() } }), await park(newId()), newId()];
    for (const id of ids) {
      expect((await ask("GET", `/${id}`)).status).toBe(404);
      expect((await ask("POST", `/${id}/repeat`)).status).toBe(404);
      expect((await ask("DELETE", `/${id}`)).status).toBe(404);
    }
  });
});

describe("POST /v1/admin/jobs/{id}/repeat", () => {
  it("lets a failed job run again with all its tries, and records it", async () => {
    const id = await put({ ...HELD, data: { tenantId }, error: "broken" });
    expect((await ask("POST", `/${id}/repeat`)).body).toMatchObject({ id, state: "waiting" });
    const [row] = await http.postgres.query(
      `select state::text, retry_count, start_after <= now() as due, keep_until > now() + interval '13 days' as kept
       from pgboss.job where id = $1::uuid`,
      [id],
    );
    expect(row).toEqual({ state: "retry", retry_count: 0, due: true, kept: true });
    expect((await ask("POST", `/${id}/repeat`)).status).toBe(409);
    const { body } = await http.call("GET", `/v1/admin/audit?target=${id}`, { headers: admin });
    expect(body.data).toMatchObject([{ action: "job.repeated", before: { name: HELD.name, error: "broken" } }]);
  });

  it("is done by a worker, after which the job is complete", async () => {
    const name = "discovery.resolve-peers";
    const id = await put({ name, data: { tenantId, ciIds: [] }, error: "broken" });
    await ask("POST", `/${id}/repeat`);
    await expect.poll(async () => (await ask("GET", `/${id}`)).body.state, { timeout: 20_000 }).toBe("completed");
  });

  it("may repeat a job of the installation, and does not show its error in the log either", async () => {
    const id = await put({ ...HELD, error: "web01 of another tenant" });
    expect((await ask("POST", `/${id}/repeat`)).status).toBe(200);
    const { text, body } = await http.call("GET", `/v1/admin/audit?target=${id}`, { headers: admin });
    expect(body.data).toHaveLength(1);
    expect(text).not.toContain("another tenant");
  });

  it("returns parked changes to the outbox", async () => {
    const id = await park(tenantId);
    expect((await ask("GET", `/${id}`)).body.payload.changes).toEqual([
      { kind: "ci.created", subject: { kind: "ci", id: "x" } },
    ]);
    expect((await ask("POST", `/${id}/repeat`)).body).toMatchObject({ id, state: "waiting" });
    expect((await ask("GET", `/${id}`)).status).toBe(404);
    const [node] = await http.app.graph.raw("MATCH (o:Outbox {id: $id}) RETURN o.tries AS tries", { id });
    expect(node).toEqual({ tries: null });
    await http.app.graph.raw("MATCH (o:Outbox {id: $id}) DELETE o", { id });
  });
});

describe("DELETE /v1/admin/jobs/{id}", () => {
  it.each(["failed", "created", "retry"] as const)("deletes a job that is %s, and records it", async (state) => {
    const id = await put({ ...HELD, data: { tenantId }, state });
    expect((await ask("DELETE", `/${id}`)).body).toEqual({ message: "Job discarded" });
    expect((await ask("GET", `/${id}`)).status).toBe(404);
    const { body } = await http.call("GET", `/v1/admin/audit?target=${id}`, { headers: admin });
    expect(body.data).toMatchObject([{ action: "job.discarded", target: { kind: "job", id } }]);
  });

  it("refuses a job that runs and one of the installation", async () => {
    for (const job of [{ data: { tenantId }, state: "active" as const }, { data: {} }]) {
      const id = await put({ ...HELD, ...job });
      expect((await ask("DELETE", `/${id}`)).status).toBe(409);
      expect((await ask("GET", `/${id}`)).status).toBe(200);
    }
  });

  it("deletes parked changes", async () => {
    const id = await park(tenantId);
    expect((await ask("DELETE", `/${id}`)).status).toBe(200);
    expect(await outboxGraph.parkedChange(http.app.graph, id)).toBeUndefined();
  });
});

describe("parked work", () => {
  const park = (tenant: string, count: number) =>
    http.postgres.query(
      `insert into webhook_health_reports (tenant_id, webhook_id, name, tries, not_before)
       select $1, 'w' || n, 'a hook', 6, now() + interval '1 day' from generate_series(1, $2::int) as n`,
      [tenant, count],
    );
  const listed = async () => (await ask("GET", "?name=webhooks.report&state=parked")).body.data;

  it("is one entry for each kind, which is repeated as a whole, and another tenant's is not shown", async () => {
    const other = newId();
    await park(tenantId, 2);
    await park(other, 3);
    try {
      const [entry, ...more] = await listed();
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ name: "webhooks.report", state: "parked", scope: "tenant", tries: 6 });
      expect(entry.payload).toEqual({ tenantId, count: 2 });
      expect((await ask("GET", `/${entry.id}`)).body).toEqual(entry);
      expect((await ask("DELETE", `/${entry.id}`)).status).toBe(409);
      expect((await ask("POST", `/${entry.id}/repeat`)).body).toMatchObject({ id: entry.id, state: "waiting" });
      expect(await listed()).toEqual([]);
      expect((await ask("POST", `/${entry.id}/repeat`)).status).toBe(404);
      const left = "select count(*) as n from webhook_health_reports where tenant_id = $1 and tries >= 6";
      expect(await http.postgres.query(left, [other])).toEqual([{ n: 3 }]);
    } finally {
      await http.postgres.query("delete from webhook_health_reports where tenant_id = any($1)", [[tenantId, other]]);
    }
  });

  it("of reports is shown as long as it is neither repeated nor discarded", async () => {
    const id = newId();
    await http.postgres.query(
      `insert into reports (id, tenant_id, name, template_id, category, format, parameters, ignored_parameters, status, shared,
         owner_id, created_by, actor, scopes, data_scopes, delivery_method, request_id, created_at, completed_at, estimated_ms, tries, error)
       values ($1, $2, 'r', 'gone', 'inventory', 'csv', '{}', '{}', 'failed', false, 'o', 'o', '{}', '{}', '{}', 'none', 'r', now(),
         now(), 1, 6, 'An internal error prevented it')`,
      [id, tenantId],
    );
    const [entry] = (await ask("GET", "?name=reports.generate&state=parked")).body.data;
    expect(entry).toMatchObject({ state: "parked", payload: { tenantId, count: 1 } });
    expect((await ask("DELETE", `/${entry.id}`)).status).toBe(200);
    expect((await ask("GET", `/${entry.id}`)).status).toBe(404);
    await http.postgres.query("delete from reports where id = $1", [id]);
  });
});

describe("where the queue has never run", () => {
  it("lists the parked changes alone", async () => {
    const fresh = { ...http.app.postgres, query: async () => [{ there: false }] as never };
    const id = await park(tenantId);
    const find = createFindJobs({ graph: http.app.graph, postgres: fresh, parkedWork: () => [] });
    const { items } = await find.list(tenantId, { order: "desc", limit: 1, page: 1 });
    expect(items.map((job) => job.id)).toEqual([id]);
  });
});

describe("GET /metrics", () => {
  it("shows jobs by name and state, parked changes, the backlog and the stores", async () => {
    await put({ name: "test.measured", data: { tenantId } });
    await park(tenantId);
    const { text, status } = await http.call("GET", "/metrics", { headers: admin });
    expect(status).toBe(200);
    expect(text).toContain('orrery_jobs{name="test.measured",state="failed"} 1');
    expect(text).toContain('orrery_jobs{name="test.measured",state="running"} 0');
    expect(text).toMatch(/^orrery_parked_changes [1-9]/m);
    expect(text).toMatch(/^orrery_parked_work\{kind="reports.generate"\} \d+$/m);
    expect(text).toMatch(/^orrery_reports_unfinished\{state="waiting"\} \d+$/m);
    expect(text).toMatch(/^orrery_report_mails_due \d+$/m);
    expect(text).toMatch(/^orrery_outbox_writes \d+$/m);
    expect(text).toMatch(/^orrery_outbox_oldest_seconds \d/m);
    expect(text).toContain('orrery_store_up{store="neo4j"} 1');
    expect(text).toMatch(/^orrery_owed_work_failures_total\{name="[\w.-]+"\} 0$/m);
    expect(text).toContain('orrery_webhooks{state="failing"} 0');
    expect(text).toMatch(/^orrery_webhook_deliveries_due 0$/m);
  });
});
