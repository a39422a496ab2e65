import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { newId } from "../../../src/platform/ids.ts";
import { credential } from "../../support/feature-app.ts";
import { assessmentOf, type ChangeWorld, createChangeWorld, INACTIVE, INTEGRATION } from "./support.ts";

let world: ChangeWorld;
let ctx: RequestContext;
let web: string;

beforeAll(async () => {
  world = await createChangeWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  ctx = await world.newTenant();
  world.assess = async (_ctx, change) => assessmentOf(change);
  world.desk.answer = async () => ({ ok: true, responseStatus: 200 });
  web = await world.newCi({ name: `web ${newId()}` }, ctx);
});

const PATH = "/v1/change-analyses";
const call = (method: string, path: string, body?: unknown, tenant = ctx.tenantId) =>
  world.app.call(method, path, { body, tenant });
const payload = (own: object = {}) => ({
  ci_id: [web],
  task_node_id: `task-${newId()}`,
  change_note: ["Update the kernel"],
  change_fields: { priority: "high", category: "normal", planned_start: "2026-12-01T20:00:00Z" },
  ...own,
});
/** An analysis of that score that ended, and the change too if its outcome is given. */
const analysed = async (score: number, outcome?: object) => {
  world.assess = async (_ctx, change) => assessmentOf(change, score);
  const { body } = await call("POST", PATH, payload());
  await world.analyse(ctx);
  if (outcome) expect((await call("POST", `${PATH}/${body.id}/outcome`, outcome)).status).toBe(200);
  return body.id as string;
};
const refused = async (body: unknown, path = PATH) => {
  const answer = await call("POST", path, body);
  return { status: answer.status, fields: answer.body.error.details.map(({ field }: { field: string }) => field) };
};

describe("POST /v1/change-analyses", () => {
  it("has a change analysed and written back, and shows the whole record", async () => {
    const asked = payload({ ci_name: ["no such thing"], integration_id: INTEGRATION });
    const answer = await call("POST", PATH, asked);
    expect(answer).toMatchObject({ status: 202, body: { status: "queued" } });
    const { id } = answer.body;
    expect(answer.headers.get("location")).toBe(`${PATH}/${id}`);
    expect((await call("GET", `${PATH}/${id}`)).body).toMatchObject({
      id,
      status: "queued",
      trigger: "manual",
      score: null,
      level: null,
      missing: [],
      dimensions: null,
      conflicts: [],
      recommended_window: null,
      fields: null,
      write_back: { status: "none", error: null, attempts: [] },
    });
    await world.analyse(ctx);
    await world.writeBack(ctx);
    const { body } = await call("GET", `${PATH}/${id}`);
    const found = assessmentOf({ taskNodeId: asked.task_node_id });
    expect(body).toMatchObject({
      id,
      status: "completed",
      platform: "generic",
      integration_id: INTEGRATION,
      task_node_id: asked.task_node_id,
      planned_start: "2026-12-01T20:00:00.000Z",
      planned_end: null,
      cis: [{ id: web, type: "server" }],
      unknown_cis: ["no such thing"],
      score: 40,
      level: "medium",
      confidence: 80,
      missing: ["ai_affected_users"],
      dimensions: found.dimensions,
      conflicts: [
        {
          kind: "holiday",
          relation: "same",
          ci_id: null,
          from: "2026-12-25T00:00:00.000Z",
          to: "2026-12-26T00:00:00.000Z",
          analysis_id: null,
          task_node_id: null,
        },
      ],
      recommended_window: { from: "2026-12-27T22:00:00.000Z", to: "2026-12-27T23:00:00.000Z" },
      fields: found.fields,
      source: "rules",
      write_back: { status: "delivered", error: null, attempts: [{ response_status: 200, error: null }] },
      outcome: null,
    });
  });

  it("answers the same content with the same analysis, with and without an Idempotency-Key", async () => {
    const asked = payload();
    const first = await call("POST", PATH, asked);
    const again = await world.app.call("POST", PATH, {
      body: asked,
      tenant: ctx.tenantId,
      headers: { "idempotency-key": newId() },
    });
    expect(again.body.id).toBe(first.body.id);
  });

  it("works a dry run out at once, and keeps and writes nothing", async () => {
    const answer = await call("POST", `${PATH}?dry_run=true`, payload({ integration_id: INTEGRATION }));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: null,
        status: "completed",
        score: 40,
        cis: [{ id: web }],
        write_back: { status: "none", attempts: [] },
      },
    });
    expect((await call("GET", PATH)).body.pagination.total).toBe(0);
    expect(await world.owed(ctx)).toEqual([]);
    const writer = credential(ctx.tenantId, ["cmdb.write"]);
    const alone = await world.app.call("POST", `${PATH}?dry_run=true`, { body: payload(), headers: writer });
    expect(alone).toMatchObject({ status: 403, body: { error: { required_scope: "cmdb.read" } } });
  });

  it("refuses what is malformed, naming each fault", async () => {
    expect(await refused({ integration_id: null })).toEqual({ status: 400, fields: ["task_node_id"] });
    expect(await refused({ task_node_id: "t", ci_name: [" "] })).toEqual({ status: 400, fields: ["ci_id"] });
    expect(await refused(payload({ ci_id: { a: 1 } }))).toMatchObject({ status: 400, fields: ["ci_id"] });
    expect(await refused(payload({ colour: "red" }))).toMatchObject({ status: 400, fields: ["colour"] });
    const dates = payload({ change_fields: { planned_start: "soon" } });
    expect(await refused(dates)).toEqual({ status: 400, fields: ["change_fields.planned_start"] });
    expect(await refused(payload({ integration_id: newId() }))).toEqual({ status: 404, fields: ["integration_id"] });
    expect((await call("POST", PATH, payload({ integration_id: INACTIVE }))).status).toBe(409);
  });
});

describe("GET /v1/change-analyses", () => {
  it("lists by status, level, CI and time, newest first, page by page", async () => {
    const low = await analysed(10);
    world.clock.advance(60_000);
    const between = world.clock.now().toISOString();
    const high = await analysed(60);
    const waiting = (await call("POST", PATH, payload({ ci_id: undefined, ci_name: ["x"] }))).body.id;
    const idsOf = async (query: string) =>
      (await call("GET", `${PATH}?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf("")).toEqual([waiting, high, low]);
    expect(await idsOf("status=queued")).toEqual([waiting]);
    expect(await idsOf("level=low,high")).toEqual([high, low]);
    expect(await idsOf("level=critical")).toEqual([]);
    expect(await idsOf(`ci_id=${web}`)).toEqual([high, low]);
    expect(await idsOf(`from=${between}`)).toEqual([waiting, high]);
    expect(await idsOf(`to=${between}`)).toEqual([low]);
    const page = await call("GET", `${PATH}?limit=2`);
    expect(page.body.pagination).toMatchObject({ page: 1, limit: 2, total: 3, pages: 2 });
    expect(await idsOf(`limit=2&cursor=${page.body.pagination.next_cursor}`)).toEqual([low]);
    expect((await call("GET", `${PATH}?level=awful`)).status).toBe(400);
  });

  it("shows the first 100 CIs of each in lists, and all of them alone", async () => {
    const names = Array.from({ length: 130 }, (_, n) => `missing ${n}`);
    const { id } = (await call("POST", PATH, payload({ ci_name: names }))).body;
    expect((await call("GET", PATH)).body.data[0].unknown_cis).toEqual(names.slice(0, 100));
    expect((await call("GET", `${PATH}/${id}`)).body.unknown_cis).toEqual(names);
  });

  it("shows nothing of another tenant", async () => {
    const id = await analysed(10);
    const other = (await world.newTenant()).tenantId;
    expect((await call("GET", `${PATH}/${id}`, undefined, other)).status).toBe(404);
    expect((await call("POST", `${PATH}/${id}/outcome`, { succeeded: true }, other)).status).toBe(404);
    expect((await call("POST", `${PATH}/${id}/outcome`, { succeeded: "no" }, other)).status).toBe(404);
    expect((await call("GET", PATH, undefined, other)).body.data).toEqual([]);
    expect((await call("GET", `${PATH}/backtest`, undefined, other)).body.analyses).toBe(0);
  });
});

describe("POST /v1/change-analyses/{id}/outcome", () => {
  it("records what became of the change, can be corrected, and is audited", async () => {
    const id = await analysed(40);
    const first = await call("POST", `${PATH}/${id}/outcome`, { succeeded: true });
    expect(first).toMatchObject({
      status: 200,
      body: { id, outcome: { succeeded: true, incidents: 0, by: "tester" } },
    });
    const second = await call("POST", `${PATH}/${id}/outcome`, { succeeded: false, incidents: 2 });
    expect(second.body.outcome).toMatchObject({ succeeded: false, incidents: 2 });
    const audited = await world.postgres.query<{ before: unknown; after: unknown }>(
      "select before, after from audit_log where tenant_id = $1 and action = 'change_analysis.outcome_recorded' order by at, id",
      [ctx.tenantId],
    );
    expect(audited).toHaveLength(2);
    expect(audited).toContainEqual({
      before: { succeeded: true, incidents: 0 },
      after: { succeeded: false, incidents: 2 },
    });
    expect(await refused({ succeeded: "yes" }, `${PATH}/${id}/outcome`)).toEqual({
      status: 400,
      fields: ["succeeded"],
    });
    expect(await refused({ succeeded: true, incidents: -1 }, `${PATH}/${id}/outcome`)).toEqual({
      status: 400,
      fields: ["incidents"],
    });
    expect((await call("POST", `${PATH}/${newId()}/outcome`, { succeeded: true })).status).toBe(404);
  });
});

describe("GET /v1/change-analyses/backtest", () => {
  it("counts failures by level, and how often a failed change had the higher score, ties half", async () => {
    const empty = { analyses: 0, failed: 0, auc: null, suggested_weights: null };
    expect((await call("GET", `${PATH}/backtest`)).body).toMatchObject(empty);
    await analysed(10, { succeeded: true });
    await analysed(10, { succeeded: true, incidents: 1 });
    await analysed(60, { succeeded: true });
    await analysed(80, { succeeded: false });
    await analysed(99);
    // Of the four pairs of a failed and another change: 10 beats none, ties once; 80 beats both.
    expect((await call("GET", `${PATH}/backtest`)).body).toEqual({
      analyses: 4,
      failed: 2,
      auc: 0.625,
      by_level: [
        { level: "low", analyses: 2, failed: 1 },
        { level: "medium", analyses: 0, failed: 0 },
        { level: "high", analyses: 1, failed: 0 },
        { level: "critical", analyses: 1, failed: 1 },
      ],
      suggested_weights: null,
    });
  });
});
