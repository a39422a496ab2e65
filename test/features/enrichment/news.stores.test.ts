import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { createEnrichmentNews } from "../../../src/features/enrichment/index.ts";
import type { FollowedTurn } from "../../../src/platform/enrichment.ts";
import { log } from "../../support/scratch.ts";
import { createEnrichmentWorld, type EnrichmentWorld, type TestWork, testWork } from "./support.ts";

let world: EnrichmentWorld;
let cpe: TestWork;
let owner: RequestContext;

beforeAll(async () => {
  world = await createEnrichmentWorld([]);
});
afterAll(() => world?.close());
beforeEach(async () => {
  cpe = testWork("cpe");
  world.works.splice(0, world.works.length, cpe);
  owner = await world.newTenant();
});

const turn = (own: Partial<FollowedTurn> = {}): FollowedTurn => ({
  done: 3,
  changed: 2,
  failed: 0,
  more: false,
  ...own,
});
const record = (own: Partial<FollowedTurn> = {}) => world.news.record(owner.tenantId, "cpe", turn(own));
const runs = () => world.all(owner);
/** Lets the time pass that a run of news waits for more. */
const passQuiet = () =>
  world.postgres.query(
    "update enrichment_runs set follows_until = now() - interval '1 second' where follows_until is not null",
  );

describe("what is done because data was saved", () => {
  it("is one run as long as more comes, and ends when nothing was due for a while", async () => {
    for (let wake = 0; wake < 20; wake++) await record();
    expect(await runs()).toMatchObject([{ trigger: "news", status: "running", done: 60, changed: 40, endedAt: null }]);
    await passQuiet();
    const [ended] = await runs();
    expect(ended).toMatchObject({ status: "completed", done: 60 });
    expect(ended?.endedAt).not.toBeNull();
    await record();
    expect((await runs()).map(({ status, done }) => [status, done])).toEqual([
      ["completed", 60],
      ["running", 3],
    ]);
  });

  it("is one run although many processes see its beginning at once", async () => {
    await Promise.all(Array.from({ length: 16 }, () => record()));
    expect(await runs()).toMatchObject([{ done: 48 }]);
  });

  it("is told by its status in filters, also once its time has passed", async () => {
    await record();
    await passQuiet();
    const page = { order: "asc" as const, page: 1, limit: 10, after: undefined };
    const list = (status: "running" | "completed") => world.enrichment.runs.list(owner, { statuses: [status] }, page);
    expect((await list("running")).total).toBe(0);
    expect((await list("completed")).total).toBe(1);
  });

  it("gives the model's questions the id of its run, whose tokens and cost it shows", async () => {
    const id = await world.news.runId(owner.tenantId, "cpe");
    await record();
    await world.postgres.query(
      `insert into model_calls (id, tenant_id, at, purpose, model, outcome, requests, prompt_tokens, completion_tokens, cost, ms, run_id)
       values ($2 || 'a', $1, now(), 'test', 'm', 'ok', 1, 100, 20, 0.5, 3, $2), ($2 || 'b', $1, now(), 'test', 'm', 'failed', 1, null, null, null, 3, $2)`,
      [owner.tenantId, id],
    );
    expect(await runs()).toMatchObject([{ id, tokens: 120, cost: 0.5 }]);
  });

  it("counts in a run that somebody started, and ends for it", async () => {
    await record();
    const { id } = await world.enrichment.runs.start(owner, { name: "cpe" });
    await record();
    expect((await runs()).map(({ trigger, status, done }) => [trigger, status, done])).toEqual([
      ["news", "completed", 3],
      ["manual", "queued", 3],
    ]);
    await world.work();
    expect(await world.enrichment.runs.get(owner, id)).toMatchObject({ status: "completed", done: 28 });
  });

  it("can be cancelled, which takes what waits out of its queue", async () => {
    await record({ more: true });
    const [{ id } = { id: "" }] = await runs();
    expect(await world.enrichment.runs.cancel(owner, id)).toMatchObject({ status: "cancelled", done: 3 });
    expect(cpe.dropped).toEqual([owner.tenantId]);
  });

  it("goes on where its run cannot be shown", async () => {
    const away = () => Promise.reject(new Error("Postgres is away"));
    const blind = createEnrichmentNews({ ...world, log, postgres: { ...world.postgres, query: away } });
    await blind.record(owner.tenantId, "cpe", turn());
    expect(await blind.runId(owner.tenantId, "cpe")).toBeUndefined();
  });
});
