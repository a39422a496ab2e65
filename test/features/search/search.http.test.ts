import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let model: ModelServer;
let app: ServiceApp;
let headers: Record<string, string>;
let ids: string[];

beforeAll(async () => {
  model = await modelServer(() => ({}));
  const { apiKey, baseUrl, embeddingName } = model.config;
  app = await serviceApp({
    env: { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_EMBEDDING_MODEL: embeddingName },
  });
  headers = await app.apiKey();
  const items = [
    { name: "orion", type: "server", description: "keeps invoices of the billing department" },
    { name: "vega", type: "server", description: "resolves hostnames for branch offices" },
    { name: "lyra", type: "server", description: "stores backups of laptops" },
  ];
  const { body } = await app.call("POST", "/v1/cmdb/ci/bulk", { headers, body: { items } });
  ids = (body.results as { id: string }[]).map(({ id }) => id);
  await app.changesDelivered();
}, 120_000);
afterAll(async () => {
  await app?.close();
  await model?.close();
});

const status = async () => (await app.call("GET", "/api/cmdb-ai/embeddings/status", { headers })).body.data;
const search = async (q: string, as = headers) =>
  (await app.call("GET", `/api/ai/search-semantic?q=${encodeURIComponent(q)}`, { headers: as })).body.data;

/** Has embeddings made and returns the job once it has ended. */
async function generate(body: object) {
  const started = await app.call("POST", "/api/cmdb-ai/embeddings/generate", { headers, body });
  expect(started.status, started.text).toBe(202);
  const { jobId, statusUrl } = started.body.data;
  expect([statusUrl, started.headers.get("location")]).toEqual(Array(2).fill(`/api/ai/jobs/${jobId}`));
  const ended = async () => {
    const { body: shown } = await app.call("GET", statusUrl, { headers });
    expect(shown.data.result).not.toBeNull();
    return shown.data;
  };
  return vi.waitFor(ended, { timeout: 60_000, interval: 100 });
}

test("words alone are searched until embeddings were made, then the meaning too", async () => {
  expect(await status()).toMatchObject({ total: 3, embedded: 0, pending: 3, model: "example-embedding" });
  expect(await search("who keeps the billing invoices")).toMatchObject({ method: "keyword", source: "rules" });

  const job = await generate({ all: true });
  expect(job).toMatchObject({
    kind: "embeddings",
    status: "completed",
    error: null,
    result: { changed: 3, failed: 0 },
  });
  expect(job.progress).toEqual({ done: 3, total: 3 });
  expect(job.result.tokens).toBeGreaterThan(0);
  expect(await status()).toMatchObject({
    ...{ total: 3, embedded: 3, pending: 0, stale: 0, running: false },
    ...{
      servingModel: "example-embedding",
      dimensions: 64,
      lastRun: { runId: job.jobId, done: 3, embedded: 3, failed: 0, error: null },
    },
  });

  // A model that is slow once is not waited for.
  const hybrid = async () => {
    const answer = await search("who keeps the billing invoices");
    expect(answer).toMatchObject({ method: "hybrid", source: "model" });
    return answer;
  };
  const found = await vi.waitFor(hybrid, { timeout: 60_000, interval: 200 });
  expect(found.results[0]).toMatchObject({ ci: { _id: ids[0], name: "orion" } });
  expect(found.results[0].matchedOn).toContain("meaning");
}, 120_000);

test("a CI that changed is embedded anew, and the others are left alone", async () => {
  const description = "holds recipes of the canteen kitchen";
  await app.call("PUT", `/v1/cmdb/ci/${ids[2]}`, { headers, body: { description } });
  await app.changesDelivered();
  expect(await status()).toMatchObject({ embedded: 3, stale: 1 });
  model.bodies.length = 0;
  expect(await generate({ ciIds: [ids[2], ids[1]] })).toMatchObject({ status: "completed", result: { changed: 1 } });
  expect(model.bodies.filter((sent) => sent.includes("canteen"))).toHaveLength(1);
  expect(model.bodies.filter((sent) => sent.includes("branch offices"))).toEqual([]);
  expect(await status()).toMatchObject({ embedded: 3, stale: 0 });
  expect((await search("recipes for a canteen")).results[0].ci.name).toBe("lyra");
}, 120_000);

test.each([
  [401, "refused"],
  [429, "rate_limited"],
  [500, "failed"],
])(
  "the status shows the run under way and why a model that answers %i holds it up",
  async (code, fault) => {
    model.fail(code);
    const body = { ciIds: [ids[0]], force: true };
    const { jobId } = (await app.call("POST", "/api/cmdb-ai/embeddings/generate", { headers, body })).body.data;
    const isHeldUp = async () => {
      const shown = await status();
      expect(shown).toMatchObject({ running: true, lastRun: { runId: jobId, embedded: 0, endedAt: null } });
      expect(shown.lastRun.error).toContain(fault);
    };
    await vi.waitFor(isHeldUp, { timeout: 60_000, interval: 100 });
    expect((await app.call("POST", `/v1/enrichment/runs/${jobId}/cancel`, { headers })).status).toBe(200);
    expect(await status()).toMatchObject({ running: false, lastRun: { runId: jobId } });
    model.fail(200);
  },
  90_000,
);

test("another tenant finds none of it, by its meaning either", async () => {
  expect((await search("who keeps the billing invoices", await app.loginElsewhere())).results).toEqual([]);
});
