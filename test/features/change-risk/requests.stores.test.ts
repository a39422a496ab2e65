import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { contextOf } from "../../support/context.ts";
import { type ChangeWorld, createChangeWorld, INTEGRATION, OTHER_INTEGRATION } from "./support.ts";

let world: ChangeWorld;
let web: { id: string; name: string };

beforeAll(async () => {
  world = await createChangeWorld();
  const name = `Web ${newId()}`;
  web = { id: await world.newCi({ name }), name };
});
afterAll(() => world?.close());

const task = () => `task-${newId()}`;
const refused = (payload: Record<string, unknown>) =>
  world.request(payload).then(
    () => undefined,
    (error) => error.violations?.map(({ field }: { field: string }) => field) ?? error,
  );

describe("asking for an analysis", () => {
  it("finds CIs by id and by name without case, and lists what means none or several", async () => {
    const twice = `twice ${newId()}`;
    await world.newCi({ name: twice });
    await world.newCi({ name: twice, type: "application" });
    const gone = `gone ${newId()}`;
    const goneId = await world.newCi({ name: gone });
    await world.ci.deleteCi(world.ctx, { id: goneId });
    const unknown = newId();
    const payload = {
      ci_id: [web.id, unknown, goneId, web.id],
      ci_name: [` ${web.name.toUpperCase()} `, twice, gone, "no such thing"],
      task_node_id: task(),
    };
    const { id } = await world.request(payload);
    const analysis = await world.get(id);
    expect(analysis.cis).toEqual([{ id: web.id, name: web.name, type: "server" }]);
    expect(analysis.unknownCis).toEqual([unknown, goneId, twice, gone, "no such thing"]);
  });

  it("knows a name that installed software shares with one CI", async () => {
    const name = `shared ${newId()}`;
    const id = await world.newCi({ name, type: "database" });
    for (let n = 0; n < 3; n++) await world.newCi({ name, type: "software_instance" });
    const asked = await world.request({ ci_name: [name], task_node_id: task() });
    expect((await world.get(asked.id)).cis.map((ci) => ci.id)).toEqual([id]);
  });

  it("finds no CI of another tenant", async () => {
    const other = await world.newTenant();
    const asked = await world.request({ ci_id: [web.id], ci_name: [web.name], task_node_id: task() }, other);
    expect(await world.get(asked.id, other)).toMatchObject({ cis: [], unknownCis: [web.id, web.name] });
    await expect(world.get(asked.id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("makes one analysis of 64 requests at once", async () => {
    const payload = { ci_id: [web.id], task_node_id: task(), change_fields: { priority: "high", category: "normal" } };
    const asked = await Promise.all(Array.from({ length: 64 }, () => world.request(payload)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    const rows = await world.postgres.query("select 1 from change_analyses where task_node_id = $1", [
      payload.task_node_id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("is the same whatever the order of members, and another for other content, task or integration", async () => {
    const node = task();
    const one = { ci_id: [web.id], task_node_id: node, change_fields: { priority: "low", category: "normal" } };
    const same = { change_fields: { category: "normal", priority: "low" }, task_node_id: node, ci_id: [web.id] };
    const { id } = await world.request(one);
    expect((await world.request(same)).id).toBe(id);
    const others = await Promise.all([
      world.request({ ...one, change_fields: { priority: "high", category: "normal" } }),
      world.request({ ...one, task_node_id: task() }),
      world.request(one, world.ctx, OTHER_INTEGRATION),
      world.request(one, world.ctx, null),
    ]);
    expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(5);
  });

  it("analyses a content again once another one came in between, and repeats only the latest", async () => {
    const node = task();
    const low = { ci_id: [web.id], task_node_id: node, change_fields: { priority: "low" } };
    const high = { ci_id: [web.id], task_node_id: node, change_fields: { priority: "high" } };
    const first = await world.request(low);
    const second = await world.request(high);
    const third = await world.request(low);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    expect(third.status).toBe("queued");
    expect((await world.request(low)).id).toBe(third.id);
    const again = await Promise.all(Array.from({ length: 64 }, () => world.request(high)));
    expect(new Set(again.map(({ id }) => id)).size).toBe(1);
    expect([first.id, second.id, third.id]).not.toContain(again[0]?.id);
    const rows = await world.postgres.query<{ priority: string }>(
      "select priority from change_analyses where task_node_id = $1 order by created_at, id",
      [node],
    );
    expect(rows.map(({ priority }) => priority)).toEqual(["low", "high", "low", "high"]);
  });

  it("keeps one analysis of a request that is made twice under one id, also when the task changed in between", async () => {
    const node = task();
    const { requestAnalysis } = world.changeRisk.verbs;
    const asked = (priority: string) => ({
      ...{ trigger: "manual" as const, platform: null, integrationId: null },
      payload: { ci_id: [web.id], task_node_id: node, change_fields: { priority } },
    });
    const id = newId();
    await requestAnalysis(world.ctx, asked("low"), id);
    await requestAnalysis(world.ctx, asked("high"));
    expect(await requestAnalysis(world.ctx, asked("low"), id)).toMatchObject({ id });
    expect(await world.postgres.query("select 1 from change_analyses where task_node_id = $1", [node])).toHaveLength(2);
  });

  it("refuses what names no task or no CI, and names each faulty member", async () => {
    expect(await refused({})).toEqual(["task_node_id", "ci_id"]);
    expect(await refused({ ci_id: [], ci_name: ["  "], task_node_id: " " })).toEqual(["task_node_id", "ci_id"]);
    expect(await refused({ ci_id: [7], task_node_id: {} })).toEqual(["ci_id.0", "task_node_id"]);
    expect(await refused({ ci_name: ["a".repeat(256)], task_node_id: "t" })).toEqual(["ci_name.0"]);
    expect(await refused({ ci_id: [web.id], task_node_id: "t", change_fields: [] })).toEqual(["change_fields"]);
    const fields = { planned_start: "tomorrow", planned_end: "2026-02-30T10:00:00Z" };
    expect(await refused({ ci_id: [web.id], task_node_id: "t", change_fields: fields })).toEqual([
      "change_fields.planned_start",
      "change_fields.planned_end",
    ]);
    const turned = { planned_start: "2026-02-02T10:00:00Z", planned_end: "2026-02-02T10:00:00Z" };
    expect(await refused({ ci_id: [web.id], task_node_id: "t", change_fields: turned })).toEqual([
      "change_fields.planned_end",
    ]);
    const many = Array.from({ length: 5_001 }, (_, n) => `ci-${n}`);
    expect(await refused({ ci_name: many, task_node_id: "t" })).toEqual(["ci_name"]);
    const faulty = Array.from({ length: 120_000 }, () => 1);
    expect(await refused({ ci_id: faulty, task_node_id: "t" })).toHaveLength(100);
  });

  it("reads windows as service desks write times, and tolerates null", async () => {
    const fields = {
      planned_start: "2026-02-07 22:00:00",
      planned_end: "2026-02-08T00:30:00.000+0100",
      category: null,
    };
    const payload = { ci_id: [web.id], ci_name: null, task_node_id: task(), change_fields: { ...fields, priority: 2 } };
    const analysis = await world.get((await world.request(payload)).id);
    expect(analysis).toMatchObject({ priority: "2", category: null });
    expect(analysis.plannedStart?.toISOString()).toBe("2026-02-07T22:00:00.000Z");
    expect(analysis.plannedEnd?.toISOString()).toBe("2026-02-07T23:30:00.000Z");
  });

  it("takes a change of 5,000 CIs", async () => {
    const names = Array.from({ length: 4_999 }, (_, n) => `missing ${n}`);
    const asked = await world.request({ ci_id: [web.id], ci_name: names, task_node_id: task() });
    const analysis = await world.get(asked.id);
    expect(analysis.cis).toHaveLength(1);
    expect(analysis.unknownCis).toHaveLength(4_999);
  });

  it("sends a job with the request, and needs cmdb.write", async () => {
    world.jobs.take();
    await world.request({ ci_id: [web.id], task_node_id: task() });
    expect(world.jobs.take()).toEqual([{ name: "change-risk.analyse", payload: { tenantId: world.ctx.tenantId } }]);
    const asked = { trigger: "manual" as const, platform: null, integrationId: INTEGRATION, payload: {} };
    const reader = contextOf(world.ctx.tenantId, "cmdb.read");
    await expect(world.changeRisk.verbs.requestAnalysis(reader, asked)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});
