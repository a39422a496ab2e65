import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let model: ModelServer;
let app: ServiceApp;
let headers: Record<string, string>;

beforeAll(async () => {
  model = await modelServer(() => ({ form: null, not_understood: ["zorp"] }));
  const service = {
    OPENAI_API_KEY: "sk-test-0123456789",
    OPENAI_BASE_URL: model.baseUrl,
    ORRERY_MODEL_PRICE: "100/200",
  };
  app = await serviceApp({ env: { ...service, OPENAI_EMBEDDING_MODEL: "example-embedding" } });
  headers = await app.apiKey();
}, 120_000);
afterAll(async () => {
  await app?.close();
  await model?.close();
});

const ask = (query: string, as = headers) => app.call("POST", "/v1/reports/ai/query", { headers: as, body: { query } });
const read = async (path: string, as = headers) => (await app.call("GET", `/api/${path}`, { headers: as })).body;

describe("the log of AI operations", () => {
  test("keeps answers of rules, of a model, fall-backs and failures, with tokens and cost", async () => {
    const { body } = await ask("How many servers are there?");
    await app.call("POST", "/api/ai-analytics/feedback", { headers, body: { queryId: body.query_id, rating: "up" } });
    const filters = [{ field: "type", op: "eq", value: "server" }];
    model.say(() => ({ form: { entity: "ci", filters, aggregate: [{ fn: "count" }] }, not_understood: [] }));
    await ask("quantity of serverish zorps, my password=Sommer2024");
    model.fail(401);
    await ask("quantity of other zorps");
    model.fail(200);
    const weak = await app.apiKey("ai.use", "cmdb.read");
    expect((await ask("How many events are open?", weak)).status).toBe(403);
    const { data, pagination } = await read("ai-analytics/queries?period=24h");
    expect(pagination.total).toBe(4);
    const shown = data.map(({ status, source, feedback, tokens, cost }: Record<string, unknown>) => [
      ...[status, source, feedback, tokens, cost],
    ]);
    expect(shown).toEqual([
      ["failed", null, null, null, null],
      ["completed", "rules", null, null, null],
      ["completed", "model", null, { prompt: 100, completion: 20 }, 0.014],
      ["completed", "rules", "up", null, null],
    ]);
    const first = await read("ai-analytics/queries?limit=3");
    const second = await read(`ai-analytics/queries?limit=3&cursor=${first.pagination.nextCursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
  });

  test("is summed in the dashboard", async () => {
    const { data } = await read("ai-analytics/dashboard?period=7d");
    const questions = { operation: "questions", requests: 4, errors: 1, fallbackRate: 0.5, cost: 0.014 };
    expect(data).toMatchObject({ period: "7d", requests: 4, errors: 1, fallbackRate: 0.5, cost: 0.014 });
    expect(data.tokens).toEqual({ prompt: 100, completion: 20 });
    expect(data.byOperation).toEqual([expect.objectContaining(questions)]);
    expect(data.byModel).toEqual([expect.objectContaining({ requests: 2, errors: 1 })]);
    expect(data.limiter).toEqual({ limit: 1_000, used: 2, waiting: 0 });
  });

  test("recommends to save what is asked often, to those who asked", async () => {
    for (let i = 0; i < 4; i++) await ask(i % 2 ? "how many servers are there?" : "How many servers are there?");
    const other = await app.apiKey("ai.use", "cmdb.read");
    expect((await read("ai-analytics/optimization-recommendations", other)).data).not.toContainEqual(
      expect.objectContaining({ title: "Save a question as a query" }),
    );
    const { data } = await read("ai-analytics/optimization-recommendations");
    const evidence = expect.objectContaining({ times: 5, plan: expect.objectContaining({ entity: "ci" }) });
    expect(data).toContainEqual(expect.objectContaining({ title: "Save a question as a query", evidence }));
  });

  test("keeps no secret of a question", async () => {
    model.say(() => ({ form: null, not_understood: ["x"] }));
    const all = JSON.stringify(await app.postgres.query("select question from ai_queries"));
    expect(all).toContain("password=[redacted]");
    expect(all).not.toContain("Sommer2024");
    expect(model.bodies.join()).not.toContain("Sommer2024");
  });

  test("is unknown to another tenant", async () => {
    const elsewhere = await app.loginElsewhere();
    expect((await read("ai-analytics/queries", elsewhere)).data).toEqual([]);
    expect((await read("ai-analytics/dashboard", elsewhere)).data.requests).toBe(0);
    expect((await read("ai-analytics/optimization-recommendations", elsewhere)).data).toEqual([]);
  });
});

describe("GET /api/cmdb-ai/test", () => {
  test("says whether both models answer, and never the key", async () => {
    model.say(() => ({ ok: true }));
    const named = { configured: true, model: "gpt-4o-mini", embeddingModel: "example-embedding" };
    expect((await read("cmdb-ai/test")).data).toMatchObject({ ...named, connected: true, error: null });
    model.fail(401);
    const { data } = await read("cmdb-ai/test");
    expect(data).toMatchObject({ ...named, connected: false, error: "The model service answered 401" });
    model.fail(200);
  });
});
