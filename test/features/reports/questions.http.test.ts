import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";
import { sendOwedReports } from "./send-owed.ts";

let service: ServiceApp;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await sharedServiceApp();
  headers = await service.login();
  const create = (body: object) => service.call("POST", "/v1/cmdb/ci", { headers, body });
  await create({ name: "web01", type: "server", status: "maintenance", attributes: { location: "Lyon" } });
  await create({ name: "web02", type: "server", attributes: { location: "Ghent" } });
  await create({ name: "db01", type: "database" });
  // Questions are read by words that a job gathers from the data.
  const isKnown = async () =>
    expect((await ask({ query: "Which servers are in Lyon?", format: "csv" })).status).toBe(202);
  await vi.waitFor(isKnown, { timeout: 60_000, interval: 200 });
}, 90_000);
afterAll(() => service?.close());

const ask = (body: object, as = headers) => service.call("POST", "/api/reports/ai/generate", { headers: as, body });
const get = (path: string, as = headers) => service.call("GET", path, { headers: as });

async function completed(statusUrl: string) {
  await expect
    .poll(async () => (await get(statusUrl)).body.status, { timeout: 60_000, interval: 100 })
    .not.toBe("generating");
  const { body } = await get(statusUrl);
  expect(body).toMatchObject({ status: "completed", error: null });
  return body as { report_id: string; download_url: string };
}

describe("POST /api/reports/ai/generate", () => {
  it("answers 202 with where the status is, and the page holds the answer under the question", async () => {
    const query = "Which servers are in maintenance?";
    const { status, body, headers: sent } = await ask({ query });
    expect(status).toBe(202);
    const { reportId } = body.data;
    const statusUrl = `/v1/reports/${reportId}/status`;
    expect(body.data).toEqual({
      reportId,
      status: "generating",
      statusUrl,
      estimatedCompletion: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(sent.get("location")).toBe(statusUrl);
    const { download_url: url } = await completed(statusUrl);
    expect((await get(`/v1/reports/${reportId}`)).body).toMatchObject({
      name: query,
      template_id: "question",
      category: "inventory",
      format: "html",
      rows: 1,
    });
    const { text } = await get(url);
    expect(text).toContain(`<h1>${query}</h1>`);
    expect(text).toContain("CIs where type is server and status is maintenance");
    expect(text).toContain("web01");
    expect(text).not.toContain("web02");
  });

  it("shows a figure as a figure, and groups as a chart", async () => {
    const figure = await ask({ query: "How many servers are there?", format: "json", name: "Servers" });
    const one = JSON.parse((await get((await completed(figure.body.data.statusUrl)).download_url)).text);
    expect(one.figures).toMatchObject([{ key: "count", label: "CIs", value: 2 }]);
    expect(one.report.title).toBe("How many servers are there?");
    expect((await get(`/v1/reports/${figure.body.data.reportId}`)).body.name).toBe("Servers");
    const groups = await ask({ query: "Number of servers per location", format: "json" });
    const many = JSON.parse((await get((await completed(groups.body.data.statusUrl)).download_url)).text);
    expect(many.charts[0].labels.toSorted()).toEqual(["Ghent", "Lyon"]);
    expect(many.tables[0].rows).toHaveLength(2);
  });

  it("is made again from the form that it was asked with, when its run died", async () => {
    const asked = await ask({ query: "Which servers are in Lyon?", format: "csv" });
    const { report_id: id, download_url: url } = await completed(asked.body.data.statusUrl);
    const before = (await get(url)).text;
    expect(before).toContain("web01");
    await service.postgres.query("delete from report_pieces where report_id = $1", [id]);
    await service.postgres.query(
      `update reports set status = 'generating', claimed_until = now() - interval '1 second', completed_at = null,
         expires_at = null, size_bytes = null, etag = null, content_type = null where id = $1`,
      [id],
    );
    await sendOwedReports(service);
    await completed(asked.body.data.statusUrl);
    expect((await get(url)).text).toBe(before);
  });

  it("refuses what it does not understand, and names the words", async () => {
    const { status, body } = await ask({ query: "Which servers are frobnicated by gnomes?" });
    expect(status).toBe(400);
    expect(body.error.details.field).toBe("query");
    expect(body.error.details.reason).toMatch(/not understood.*frobnicated.*gnomes/);
  });

  it.each([
    [{}, "query"],
    [{ query: " " }, "query"],
    [{ query: "x".repeat(1_001) }, "query"],
    [{ query: "How many servers are there?", format: "doc" }, "format"],
    [{ query: "How many servers are there?", name: "a\nb" }, "name"],
    [{ query: "How many servers are there?", form: { entity: "ci" } }, "form"],
    [{ query: "How many servers are there?'; drop table reports; --" }, "query"],
  ])("refuses %j", async (body, field) => {
    const refused = await ask(body);
    expect([refused.status, refused.body.error.details.field]).toEqual([400, field]);
  });

  it("makes one report for one key", async () => {
    const keyed = { ...headers, "idempotency-key": `question ${service.tenantId}` };
    const [first, again] = [
      await ask({ query: "How many servers are there?" }, keyed),
      await ask({ query: "How many servers are there?" }, keyed),
    ];
    expect(again.body).toEqual(first.body);
  });

  it("needs reports.create, ai.use and the scopes of what is asked, and so does reading its file", async () => {
    const query = { query: "How many events are open?" };
    const refused = async (...scopes: Parameters<ServiceApp["apiKey"]>) =>
      (await ask(query, await service.apiKey(...scopes))).body.error;
    expect((await refused("ai.use", "events.read", "cmdb.read")).code).toBe("PERMISSION_DENIED");
    expect((await refused("reports.create", "events.read", "cmdb.read")).code).toBe("PERMISSION_DENIED");
    expect((await refused("reports.create", "ai.use", "cmdb.read")).code).toBe("PERMISSION_DENIED");
    const { body } = await ask(query);
    const { download_url: url, report_id: id } = await completed(body.data.statusUrl);
    await service.call("PATCH", `/v1/reports/${id}`, { headers, body: { shared: true } });
    const colleague = await service.loginWith("reports.read", "reports.export", "cmdb.read");
    expect((await get(url, colleague)).body.required_scope).toBe("events.read");
    expect((await get(url, await service.loginElsewhere())).status).toBe(404);
  });

  it("is no template that others reach by its name", async () => {
    const form = { entity: "ci" };
    const body = { template_id: "question", format: "json", parameters: { question: "x", form } };
    expect((await service.call("POST", "/v1/reports/generate", { headers, body })).status).toBe(404);
  });
});
