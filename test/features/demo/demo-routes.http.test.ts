import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "../../../src/context.ts";
import { SITE } from "../../../src/features/demo/estate/index.ts";
import { SETTLE_DEMO } from "../../../src/features/demo/job-refs.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

const http: ServiceApp = await serviceApp();
let headers: Record<string, string>;

beforeAll(async () => {
  headers = await http.login();
});
afterAll(() => http?.close());

const send = (method: string, as = headers) => http.call(method, "/v1/demo", { headers: as });
const state = async () => (await send("GET")).body.state as string;
const becomes = (wanted: string) => expect.poll(state, { timeout: 90_000, interval: 200 }).toBe(wanted);
const cis = async () => (await http.call("GET", "/v1/cmdb/ci?limit=1", { headers })).body.pagination.total as number;
const summary = async () => (await http.call("GET", "/v1/summary", { headers })).body;
const setRequest = (sets: string) =>
  http.postgres.query(`update demo_requests set ${sets} where tenant_id = $1`, [http.tenantId]);
/** A run whose process was killed: its lease ends, and the sweep sends a job. */
const killedRun = async (wanted: string) => {
  await setRequest(
    `wanted = '${wanted}', done_at = null, attempt = 'gone', claimed_until = now() - interval '1 second'`,
  );
  const owed = await http.app.demo.owedWork[0]!.find();
  expect(owed).toContainEqual({ tenantId: http.tenantId });
  await http.app.jobs.send(SETTLE_DEMO, { tenantId: http.tenantId });
};

describe("/v1/demo", () => {
  it("says that there is none, and removing it changes nothing", async () => {
    expect((await send("GET")).body).toEqual({ state: "absent", error: null, loaded_at: null, holds: null });
    const { status, body } = await send("DELETE");
    expect([status, body.state]).toEqual([200, "absent"]);
    expect((await summary()).demo_loaded).toBe(false);
  });

  it("loads it by a job, says so meanwhile, and refuses to remove it at the same time", async () => {
    const first = await send("POST");
    expect([first.status, first.body.state]).toEqual([202, "loading"]);
    expect(first.headers.get("location")).toBe("/v1/demo");
    const second = await send("POST");
    expect([second.status, second.body.state]).toEqual([202, "loading"]);
    const opposite = await send("DELETE");
    expect([opposite.status, opposite.body.error.message]).toEqual([409, expect.stringContaining("being loaded")]);
    await becomes("loaded");
    const { body } = await send("GET");
    expect(body.holds).toMatchObject({ services: 8, events: 60 });
    expect(body.holds.incidents).toHaveLength(3);
    expect(await cis()).toBe(body.holds.cis);
    expect((await summary()).demo_loaded).toBe(true);
    const again = await send("POST");
    expect([again.status, again.body]).toEqual([200, body]);
    const audit = await http.call("GET", "/v1/admin/audit?action=demo.*", { headers });
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual(["demo.load_requested"]);
  });

  it("leaves the times of others as they are while it loads", async () => {
    expect((await send("DELETE")).status).toBe(202);
    await becomes("absent");
    expect((await send("POST")).status).toBe(202);
    const times: number[] = [];
    for (let i = 0; i < 50 && (await state()) === "loading"; i++) {
      const made = await http.call("POST", "/v1/cmdb/ci", { headers, body: { name: newId(), type: "server" } });
      const { body } = await http.call("GET", `/v1/cmdb/ci/${made.body.id}`, { headers });
      times.push(Date.parse(body.created_at));
      await http.call("DELETE", `/v1/cmdb/ci/${made.body.id}`, { headers });
    }
    await becomes("loaded");
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) expect(Date.now() - time).toBeLessThan(60_000);
    const oldest = await http.call("GET", "/v1/cmdb/ci?limit=1&sort=created_at&order=desc", { headers });
    expect(Date.now() - Date.parse(oldest.body.data[0].created_at)).toBeGreaterThan(50 * 86_400_000);
  });

  it("finishes a removal whose process was killed, without being asked again", async () => {
    await killedRun("removed");
    expect(await state()).toBe("removing");
    await becomes("absent");
    expect(await cis()).toBe(0);
  });

  it("finishes a load whose process was killed, and tells of it on the stream", async () => {
    await killedRun("loaded");
    await becomes("loaded");
    const told = await http.postgres.query<{ items: { status: string }[] }>(
      "select items from stream_entries where kind = 'demo' and tenant_id = $1 order by xid",
      [http.tenantId],
    );
    expect(told.flatMap(({ items }) => items.map(({ status }) => status)).at(-1)).toBe("done");
    const { text } = await http.call("GET", "/v1/stream?kinds=demo&max_seconds=0", { headers });
    expect(text).toContain('"kinds":["demo"]');
  });

  it("refuses the command line while another process is at it", async () => {
    await setRequest(
      "wanted = 'removed', done_at = null, attempt = 'other', claimed_until = now() + interval '1 minute'",
    );
    const ctx = systemContext(http.tenantId, newId());
    await expect(http.app.demo.remove(ctx)).rejects.toThrow("being removed at this moment");
    await setRequest("done_at = now(), claimed_until = null");
  });

  it("says why it failed, and may be asked for anew", async () => {
    expect((await send("DELETE")).status).toBe(202);
    await becomes("absent");
    // A site of that name of the tenant's own.
    const own = await http.call("POST", "/v1/cmdb/ci", { headers, body: { name: SITE, type: "site" } });
    expect(own.status).toBe(201);
    await send("POST");
    await becomes("absent");
    expect((await send("GET")).body.error).toMatch(/exists already/);
    await http.call("DELETE", `/v1/cmdb/ci/${own.body.id}`, { headers });
    expect((await send("POST")).body.state).toBe("loading");
    await becomes("loaded");
  });

  it("needs cmdb.read to be seen and admin.settings to be changed", async () => {
    const reader = await http.loginWith("cmdb.read", "cmdb.write", "cmdb.delete", "events.write");
    expect((await send("GET", reader)).status).toBe(200);
    for (const method of ["POST", "DELETE"]) expect((await send(method, reader)).status).toBe(403);
    const other = await http.loginElsewhere();
    expect((await send("GET", other)).body.state).toBe("absent");
  });
});
