import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let http: ServiceApp;
let headers: Record<string, string>;
beforeAll(async () => {
  http = await sharedServiceApp();
  headers = await http.login();
});
afterAll(() => http?.close());

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await http.call(method, path, { headers, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

it("the job events.bind binds a waiting event when its CI is created", async () => {
  const hostname = `late-${newId()}`;
  const { id, affected_cis } = await ok("POST", "/v1/events", {
    title: "t",
    severity: "low",
    source: "probe",
    hostname,
  });
  expect(affected_cis).toEqual([]);
  const ci = await ok("POST", "/v1/cmdb/ci", { name: hostname, type: "server", attributes: { hostname } });
  const boundTo = async () => (await ok("GET", `/v1/events/${id}`)).affected_cis;
  await expect.poll(boundTo, { timeout: 20_000 }).toEqual([ci.id]);
});

it("settings reopen_hours and generic_fields set the reopen window and the paths of generic messages", async () => {
  await ok("PUT", "/v1/admin/settings", { reopen_hours: 1, generic_fields: { title: "what", severity: "how.bad" } });
  const message = { what: "Fan broken", how: { bad: "disaster" }, source_id: newId() };
  expect((await ok("POST", "/api/events/webhook/generic", message)).data).toMatchObject({ created: 1 });
  const { data } = await ok("GET", "/v1/events?source=generic");
  expect(data).toMatchObject([{ title: "Fan broken", severity: "critical" }]);
  await ok("PATCH", `/v1/events/${data[0].id}/status`, { status: "resolved" });
  await http.postgres.query("update events set resolved_at = resolved_at - interval '61 minutes' where id = $1", [
    data[0].id,
  ]);
  expect((await ok("POST", "/api/events/webhook/generic", message)).data).toMatchObject({ created: 1 });
  expect((await ok("GET", "/v1/events?source=generic")).pagination.total).toBe(2);
});

it("purgeCis removes the CI from its events", async () => {
  const { id: ci } = await ok("POST", "/v1/cmdb/ci", { name: `doomed ${newId()}`, type: "server" });
  const event = { title: "t", severity: "low", source: "probe", affected_cis: [ci] };
  const { id } = await ok("POST", "/v1/events", event);
  await ok("DELETE", `/v1/cmdb/ci/${ci}`);
  expect((await http.call("POST", "/v1/events", { headers, body: event })).status).toBe(400);
  const { tenantId } = http;
  const onPurged = (ids: string[]) => http.app.events.onCisPurged(tenantId, ids);
  await http.app.ci.verbs.purgeCis({ tenantId, olderThanDays: -1, onPurged });
  expect((await ok("GET", `/v1/events/${id}`)).affected_cis).toEqual([]);
});

it("every column of the event tables can be backed up as text and restored", async () => {
  const columns = await http.postgres.query<{ table: string; generated: string }>(
    `select table_name as table, is_generated as generated from information_schema.columns
     where table_name in ('events', 'event_cis', 'event_waits', 'event_history', 'maintenance_windows')
       and table_schema = 'public'`,
  );
  expect(columns.length).toBeGreaterThan(40);
  expect(columns.every(({ generated }) => generated === "NEVER")).toBe(true);
  // Reads as a backup does and casts as a restore does.
  const [kept] = await http.postgres.query<{ cis: string[]; at: Date[]; same: boolean }>(
    `select (affected_cis::text)::text[] as cis, (changed_at::text)::timestamptz[] as at,
       (affected_cis::text)::text[] = affected_cis and (metrics::text)::jsonb = metrics as same from events limit 1`,
  );
  expect(kept).toMatchObject({ same: true });
});
