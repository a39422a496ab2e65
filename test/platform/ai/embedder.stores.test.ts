import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ModelOptions } from "../../../src/platform/ai/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ModelServer, modelServer, syntheticVector } from "../../support/model-server.ts";
import { outsideServer, sendJson } from "../../support/outside-server.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";

let scratch: Scratch;
let server: ModelServer;
let tenantId: string;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  tenantId = newId();
  server = await modelServer(() => "");
  await scratch.postgres.query("delete from outside_calls");
});
afterEach(() => server.close());

const embedder = (config: Partial<ModelOptions["config"]> = {}) =>
  server.ai(scratch.postgres, { config: { ...server.config, ...config } }).embedder;
const use = () => ({ tenantId, purpose: "search.embed", account: { runId: "run-1" } });

describe("Embedder.embed", () => {
  it("returns one vector for each text, in their order, and accounts them", async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `server number ${i}`);
    const { vectors, tokens } = await embedder({ embeddingPrice: 1_000 }).embed(texts, use());
    expect(vectors).toHaveLength(300);
    for (const i of [0, 7, 255, 256, 299]) {
      expect(vectors[i]![5]).toBeCloseTo(syntheticVector(texts[i]!)[5]!, 6);
    }
    expect(server.bodies.map((body) => JSON.parse(body).input.length)).toEqual([256, 44]);
    const [call] = await scratch.postgres.query(
      "select run_id, purpose, model, requests, prompt_tokens, cost::float8 as cost from model_calls where tenant_id = $1",
      [tenantId],
    );
    const model = { purpose: "search.embed", model: "example-embedding" };
    expect(call).toEqual({ ...model, run_id: "run-1", requests: 2, prompt_tokens: tokens, cost: tokens! / 1_000 });
  });

  it("sends no secrets, no text beyond 8,000 characters and no empty one", async () => {
    await embedder().embed(["db password=hunter2secret", "x".repeat(50_000), ""], use());
    const { input } = JSON.parse(server.bodies[0]!);
    expect(input[0]).toBe("db password=[redacted]");
    expect(input[1].length).toBeLessThanOrEqual(8_000);
    expect(input[2]).not.toBe("");
  });

  it("sends nothing for no text", async () => {
    expect(await embedder().embed([], use())).toEqual({ vectors: [], tokens: 0 });
    expect(server.bodies).toEqual([]);
  });

  it("is absent without an embedding model or without a key", async () => {
    for (const config of [{ embeddingName: undefined }, { apiKey: undefined }]) {
      expect(embedder(config)).toMatchObject({ isAvailable: false, model: null });
      await expect(embedder(config).embed(["a"], use())).rejects.toMatchObject({ kind: "absent" });
    }
  });

  const vector = (embedding: unknown, index = 0) => ({ object: "embedding", index, embedding });
  it.each<[string, unknown]>([
    ["too few vectors", [vector([1, 2])]],
    ["one text twice", [vector([1, 2]), vector([1, 2])]],
    ["different dimensions", [vector([1, 2]), vector([1, 2, 3], 1)]],
    ["what is no number", [vector([1, "NaN"]), vector([1, 2], 1)]],
    ["null", [vector([1, null]), vector([1, 2], 1)]],
    ["an infinite number", '[{"index":0,"embedding":[1,1e999]},{"index":1,"embedding":[1,2]}]'],
    ["zeros alone", [vector([0, 0]), vector([1, 2], 1)]],
    ["no dimensions", [vector([]), vector([], 1)]],
    ["base64", [vector("AACAPwAAAEA="), vector("AACAPwAAAEA=", 1)]],
    ["another form", "null"],
  ])("refuses an answer with %s", async (_what, data) => {
    const other = await outsideServer((_request, response) => {
      const text = typeof data === "string" ? data : JSON.stringify(data);
      response.writeHead(200, { "content-type": "application/json" }).end(`{"data":${text}}`);
    });
    try {
      const asked = embedder({ baseUrl: `${other.base}/v1` }).embed(["a", "b"], use());
      await expect(asked).rejects.toMatchObject({ name: "ModelFault", kind: "invalid" });
    } finally {
      await other.close();
    }
  });

  it("refuses other dimensions than expected, and sorts an answer in another order", async () => {
    const data = [vector([3, 4], 1), vector([1, 2], 0)];
    const other = await outsideServer((_request, response) => sendJson(response, { data }));
    const there = embedder({ baseUrl: `${other.base}/v1` });
    try {
      expect((await there.embed(["a", "b"], use())).vectors).toEqual([
        [1, 2],
        [3, 4],
      ]);
      await expect(there.embed(["a", "b"], { ...use(), dimensions: 3 })).rejects.toMatchObject({ kind: "invalid" });
    } finally {
      await other.close();
    }
  });

  it.each([
    [401, "refused"],
    [429, "rate_limited"],
    [503, "failed"],
  ])("rejects with a fault when the service answers %i", async (status, kind) => {
    server.fail(status);
    await expect(embedder().embed(["a"], use())).rejects.toMatchObject({ name: "ModelFault", kind });
    expect(server.bodies).toHaveLength(status === 401 ? 1 : 2);
  });
});
