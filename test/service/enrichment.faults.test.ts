import { afterAll, beforeAll, expect, it } from "vitest";
import { cypher, sql } from "../platform/embedded/support.ts";
import { type ModelServer, modelServer } from "../support/model-server.ts";
import { type Client, signIn } from "./faults/client.ts";
import { type LabStores, labStores } from "./faults/lab.ts";
import { retried } from "./faults/ledger.ts";
import { endServices, startServiceProcess } from "./faults/service-process.ts";

// Fewer batches than the model service takes in a minute: more would wait for the next.
const CIS = 240;
const BATCH = 20;

let stores: LabStores;
let model: ModelServer;
let client: Client;

const role = (name: "api" | "worker") =>
  startServiceProcess({
    ...stores.env,
    ORRERY_ROLE: name,
    OPENAI_API_KEY: model.config.apiKey,
    OPENAI_BASE_URL: model.config.baseUrl,
    OPENAI_EMBEDDING_MODEL: model.config.embeddingName,
  });

beforeAll(async () => {
  stores = await labStores();
  model = await modelServer(() => ({}));
  const api = await role("api");
  await api.ready();
  client = await signIn(api.origin);
});
afterAll(async () => {
  await endServices();
  await model?.close();
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await client.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

it("a run whose worker is killed in the middle goes on in the next worker, and ends once", async () => {
  const items = Array.from({ length: CIS }, (_, i) => ({ name: `host-${i}`, type: "server" }));
  await call("POST", "/v1/cmdb/ci/bulk", { mode: "atomic", items });
  await call("PUT", "/v1/enrichment/schedules/embeddings", { enabled: false, batch_size: BATCH });
  const { id } = await call("POST", "/v1/enrichment/runs", { name: "embeddings" });
  const run = () => call("GET", `/v1/enrichment/runs/${id}`);

  const first = await role("worker");
  await retried(async () => ((await run()).progress.done >= 2 * BATCH ? true : undefined), 60_000, 10);
  first.signal("SIGKILL");
  await first.ended;
  const left = await run();
  expect(left).toMatchObject({ status: "running", ended_at: null });
  expect(left.progress.done).toBeLessThan(CIS);

  await sql(
    stores.postgres.url,
    "update enrichment_runs set claimed_until = now() where claimed_until > now() returning 1",
  );
  const second = await role("worker");
  await second.ready();
  await retried(async () => ((await run()).status === "running" ? undefined : true), 120_000);
  const ended = await run();
  expect(ended).toMatchObject({ status: "completed", failed: 0, error: null });
  // A turn that died is counted where it is repeated, and what it had finished is not repeated.
  expect(ended.progress.done).toBeGreaterThan(left.progress.done);
  expect(ended.progress.done).toBeLessThanOrEqual(CIS);
  expect((await call("GET", "/v1/enrichment/runs?name=embeddings")).pagination.total).toBe(1);
  expect((await call("GET", "/api/cmdb-ai/embeddings/status")).data).toMatchObject({
    ...{ total: CIS, embedded: CIS, pending: 0, running: false },
  });
  const [vectors] = await cypher(
    stores.neo4j,
    "MATCH (e:EmbeddingA) RETURN count(e) AS all, count(DISTINCT e.id) AS cis",
  );
  expect(vectors).toEqual({ all: CIS, cis: CIS });
  expect(second.complaints()).toEqual([]);
  expect(await run()).toEqual(ended);
}, 300_000);
