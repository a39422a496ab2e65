import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let service: ServiceApp;
let model: ModelServer;
let admin: Record<string, string>;
const INSIGHT = { role: "file server", criticality: "medium", dependencies: [], confidence: 0.8, connections: [] };
let summary = "";
beforeAll(async () => {
  model = await modelServer(({ input }) => (input.host ? INSIGHT : { summary }));
  service = await serviceApp({ env: { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: model.baseUrl } });
  admin = await service.login();
});
afterAll(async () => {
  await service?.close();
  await model?.close();
});

async function post(path: string, body?: object) {
  const answer = await service.call("POST", path, { headers: admin, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
const newCi = async (fields: object = {}) =>
  post("/v1/cmdb/ci", { name: `host ${newId()}`, type: "server", ...fields });
const spentOn = async (queryId: string) =>
  (
    await service.postgres.query("select model_requests, source, fell_back from ai_queries where id = $1", [queryId])
  )[0];

describe("a model that words an analysis", () => {
  it("is told the findings without secrets, and its tokens count for the query", async () => {
    summary = "Nobody owns it.";
    const { id } = await newCi({ attributes: { admin_password: "hunter2-of-the-host" } });
    const context = "before the change, password=hunter2-of-the-context";
    const { data } = await post("/api/ai/analyze", { ciId: id, context });
    expect(data).toMatchObject({ summary, source: "model" });
    expect(model.asked.at(-1)?.input.findings.length).toBeGreaterThan(0);
    expect(model.bodies.join()).not.toContain("hunter2");
    expect(await spentOn(data.queryId)).toMatchObject({ model_requests: 1, source: "model", fell_back: false });
  });

  it.each(["It has 4711 faults.", "See https://example.com.", "  "])(
    "is not believed where it says: %s",
    async (said) => {
      summary = said;
      const { data } = await post("/api/ai/analyze", { ciId: (await newCi()).id });
      expect(data.source).toBe("rules");
      expect(data.summary).not.toBe(said);
      expect(await spentOn(data.queryId)).toMatchObject({ model_requests: 1, source: "rules", fell_back: true });
    },
  );

  it("gives way to the rules where it fails", async () => {
    model.fail(500);
    const { data } = await post("/api/ai/analyze", { ciId: (await newCi()).id });
    const { data: insights } = await post("/api/ai/generate-insights", { ciId: (await newCi()).id });
    model.fail(200);
    expect(data.source).toBe("rules");
    expect(data.findings.length).toBeGreaterThan(0);
    expect(insights).toMatchObject({ source: "rules", confidence: 0.7 });
    expect(await spentOn(insights.queryId)).toMatchObject({ fell_back: true });
  });
});

describe("a model that makes insights", () => {
  it("tells of the others where one of the CIs is deleted meanwhile", async () => {
    const type = `kind_${newId().slice(-8)}`;
    const [gone, stays] = [(await newCi({ type })).id, (await newCi({ type })).id];
    let isDeleted = false;
    model.say(async ({ input }) => {
      if (!isDeleted) await service.call("DELETE", `/v1/cmdb/ci/${gone}`, { headers: admin });
      isDeleted = true;
      return input.host ? INSIGHT : { summary };
    });
    const { data } = await post("/api/ai/generate-insights", { type });
    model.say(({ input }) => (input.host ? INSIGHT : { summary }));
    expect([...new Set(data.insights.map(({ ciId }: { ciId: string }) => ciId))]).toEqual([stays]);
  });

  it("tells role and criticality of each CI, and its tokens count for the query", async () => {
    const type = `kind_${newId().slice(-8)}`;
    const ids = [(await newCi({ type })).id, (await newCi({ type })).id];
    const { data } = await post("/api/ai/generate-insights", { type });
    expect(data).toMatchObject({ source: "model", confidence: 0.8 });
    const roles = data.insights.filter(({ category }: { category: string }) => category === "role");
    expect(roles.map(({ ciId }: { ciId: string }) => ciId).sort()).toEqual([...ids].sort());
    for (const { text, evidence } of roles) {
      expect(text).toBe("It is a file server");
      expect(evidence.length).toBeGreaterThan(0);
    }
    expect(await spentOn(data.queryId)).toMatchObject({ model_requests: 2 });
    const [record] = await service.postgres.query("select source, role from ci_insights where ci_id = $1", [ids[0]]);
    expect(record).toEqual({ source: "model", role: "file server" });
  });

  it("of one CI counts its tokens for the query", async () => {
    const { data } = await post(`/api/cmdb-ai/insights/${(await newCi()).id}`);
    expect(data).toMatchObject({ role: "file server", source: "model" });
    expect(await spentOn(data.queryId)).toMatchObject({ model_requests: 1 });
  });
});
