import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";

let http: ServiceApp;
let headers: Record<string, string>;
let db: string;
beforeAll(async () => {
  http = await sharedServiceApp();
  headers = await http.login();
  db = await made("/v1/cmdb/ci", { name: `db ${newId()}`, type: "database" });
});
afterAll(() => http?.close());

async function made(path: string, body: object): Promise<string> {
  const answer = await http.call("POST", path, { headers, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.id;
}
const change = (from: string, to: string) => ({
  ...{ ci_id: [db], task_node_id: newId() },
  change_fields: { category: "normal", planned_start: `${from}.000Z`, planned_end: `${to}.000Z` },
});
async function dryRun(...window: [from: string, to: string]) {
  const body = change(...window);
  const answer = await http.call("POST", "/v1/change-analyses?dry_run=true", { headers, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const kindsOf = ({ conflicts }: { conflicts: { kind: string }[] }) => conflicts.map(({ kind }) => kind).sort();

it("a change is told of other changes, maintenance, and the tenant's holidays in its window", async () => {
  const christmas = ["2030-12-25T10:00:00", "2030-12-25T11:00:00"] as const;
  const plan = `${christmas[0]}.000Z/${christmas[1]}.000Z`;
  const free = await dryRun(...christmas);
  expect(free).toMatchObject({ id: null, conflicts: [], fields: { ai_recommended_window: expect.any(String) } });
  expect(free.recommended_window).toMatchObject({ from: plan.split("/")[0], to: plan.split("/")[1] });

  const settings = await http.call("PUT", "/v1/admin/settings", { headers, body: { holiday_countries: ["DE"] } });
  expect(settings.status, settings.text).toBe(200);
  expect((await dryRun(...christmas)).conflicts).toMatchObject([
    { kind: "holiday", relation: "same", ci_id: null, name: "Christmas Day (DE)" },
  ]);

  const other = change("2030-12-25T10:30:00", "2030-12-25T12:00:00");
  const otherId = await made("/v1/change-analyses", other);
  await made("/v1/maintenance-windows", { ci_ids: [db], from: "2030-12-25T08:00:00Z", to: "2030-12-25T10:30:00Z" });
  const all = await dryRun(...christmas);
  expect(kindsOf(all)).toEqual(["change", "holiday", "maintenance"]);
  expect(all.conflicts).toContainEqual(
    expect.objectContaining({ kind: "change", ci_id: db, analysis_id: otherId, task_node_id: other.task_node_id }),
  );
  expect(all.recommended_window.from > free.recommended_window.to).toBe(true);
  expect(kindsOf(await dryRun("2030-12-27T10:00:00", "2030-12-27T11:00:00"))).toEqual([]);
});

it("one change that is planned for ages leaves windows to others, and has conflicts of its first two weeks alone", async () => {
  const ages = change("0001-01-01T00:00:00", "9999-12-31T00:00:00");
  await made("/v1/change-analyses", ages);
  expect((await dryRun("2031-03-04T10:00:00", "2031-03-04T11:00:00")).conflicts).toEqual([]);
  await made("/v1/change-analyses", change("2031-03-10T00:00:00", "2032-03-10T00:00:00"));
  const late = await dryRun("2031-03-23T23:00:00", "2031-03-24T11:00:00");
  expect(late.conflicts).toMatchObject([{ from: "2031-03-10T00:00:00.000Z", to: "2031-03-24T00:00:00.000Z" }]);
  expect((await dryRun("2031-03-24T00:00:00", "2031-03-24T11:00:00")).conflicts).toEqual([]);
  const own = await dryRun("2031-02-01T00:00:00", "2032-02-01T00:00:00");
  expect(own.conflicts).toEqual([]);
});

it("working hours are those of the country whose holidays count, unless the plan says its own offset", async () => {
  const settings = await http.call("PUT", "/v1/admin/settings", { headers, body: { holiday_countries: ["US", "DE"] } });
  expect(settings.status, settings.text).toBe(200);
  // A Tuesday, with another change from 12:00 to 13:00 UTC in the way.
  await made("/v1/change-analyses", change("2031-05-06T12:00:00", "2031-05-06T13:00:00"));
  const from = async (planned_start: string) => {
    const fields = { planned_start, planned_end: "2031-05-06T12:30:00Z" };
    const body = { ci_id: [db], task_node_id: newId(), change_fields: fields };
    const { body: found } = await http.call("POST", "/v1/change-analyses?dry_run=true", { headers, body });
    return found.recommended_window.from;
  };
  // 18:00 in New York, and in a zone eight hours east of UTC on that day the evening has begun.
  expect(await from("2031-05-06T12:00:00Z")).toBe("2031-05-06T22:00:00.000Z");
  expect(await from("2031-05-06T20:00:00+08:00")).toBe("2031-05-06T13:00:00.000Z");
});

it("an open incident of the changed CI is named with the title of its latest event", async () => {
  const event = { severity: "high", source: "zabbix", affected_cis: [db] };
  await made("/v1/events", { ...event, title: "Replica lags", source_id: newId() });
  await made("/v1/events", { ...event, title: 'Disk "data" is full', source_id: newId() });
  const steps = async () => (await dryRun("2030-11-05T10:00:00", "2030-11-05T11:00:00")).fields.ai_pre_change_rec;
  await expect
    .poll(steps, { timeout: 30_000 })
    .toMatch(/Close incident \S{36} "Disk 'data' is full" \(high\) on db \S+ first/);
});

it("an analysis is an AI operation of who asked for it", async () => {
  await dryRun("2030-11-04T10:00:00", "2030-11-04T11:00:00");
  const text = "select distinct actor, source from ai_queries where tenant_id = $1 and operation = 'changes'";
  const rows = await http.postgres.query<{ actor: string; source: string }>(text, [http.tenantId]);
  // Other analyses were made by the job.
  const asked = rows.filter(({ actor }) => !actor.startsWith("system"));
  const me = await http.call("GET", "/v1/auth/me", { headers });
  expect(asked).toEqual([{ actor: me.body.id, source: "rules" }]);
});
