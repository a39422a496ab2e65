import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { createQuery } from "../../../src/features/query/index.ts";
import { assessmentOf, type ChangeWorld, createChangeWorld } from "./support.ts";

let world: ChangeWorld;
let ctx: RequestContext;
let query: ReturnType<typeof createQuery>;
let web: string;

beforeAll(async () => {
  world = await createChangeWorld();
  ctx = await world.newTenant();
  web = await world.newCi({ name: "web01" }, ctx);
  for (const [score, category] of [
    [10, "normal"],
    [60, "emergency"],
    [60, "normal"],
  ] as const) {
    world.clock.advance(1_000);
    world.assess = async (_ctx, change) => assessmentOf(change, score);
    const asked = {
      ci_id: score === 10 ? [] : [web],
      ci_name: ["nothing"],
      task_node_id: `t${world.clock.now().getTime()}`,
    };
    await world.request({ ...asked, change_fields: { category } }, ctx);
    await world.analyse(ctx);
  }
  const never = () => Promise.reject(new Error("not asked here"));
  query = createQuery({
    ...world,
    jobs: world.jobs,
    failureKinds: async () => ({ targetToSource: [], sourceToTarget: [] }),
    impact: { impactOf: never },
    serviceHealth: never,
  } as unknown as Parameters<typeof createQuery>[0]);
});
afterAll(() => world?.close());

it("analyses answer queries by level, category, CI and score", async () => {
  const levels = await query.verbs.runQuery(ctx, {
    entity: "change_analysis",
    group_by: ["level"],
    aggregate: [{ fn: "count" }, { fn: "avg", field: "technical_risk" }],
  });
  expect(levels.rows.map(Object.values).sort()).toEqual([
    ["high", 2, 60],
    ["low", 1, 10],
  ]);
  const ofCi = await query.verbs.runQuery(ctx, {
    entity: "change_analysis",
    filters: [
      { field: "ci.name", op: "eq", value: "WEB01" },
      { field: "category", op: "eq", value: "Emergency" },
    ],
    fields: ["score", "business_risk", "ci.name", "unknown_cis", "write_back", "failed", "summary", "conflicts"],
  });
  expect(ofCi.rows).toEqual([
    {
      score: 60,
      business_risk: 60,
      "ci.name": ["web01"],
      unknown_cis: ["nothing"],
      write_back: "pending",
      failed: null,
      summary: "text",
      conflicts: 1,
    },
  ]);
  expect((await query.verbs.runQuery(await world.newTenant(), { entity: "change_analysis" })).rows).toEqual([]);
});
