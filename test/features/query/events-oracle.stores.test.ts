import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, type Random } from "../../../bench/support/random.ts";
import type { RequestContext } from "../../../src/context.ts";
import { OPERATORS, type QueryForm } from "../../../src/features/query/query.model.ts";
import { newId } from "../../../src/platform/ids.ts";
import { testSeed } from "../../support/rotation.ts";
import { grouped, ordered, selected } from "./event-oracle.ts";
import { createSqlWorld, type KnownCi, type SampleEvent, storeEvents } from "./sql-world.ts";

type Filter = NonNullable<QueryForm["filters"]>[number];

const random = createRandom(7 + testSeed());
const TEXTS = [
  "Disk full",
  "disk FULL",
  "50% used",
  "50_ used",
  "a*b",
  "^start",
  "O'Brien",
  "Übung",
  "übung",
  "\\d",
  "",
];
const NUMBERS = [0, 1, 5, 5.5, 10, 96, -3];
const DAYS = [1, 2, 3].map((day) => `2026-01-0${day}`);
const CI_TYPES = ["server", "database", "application"];

function sampleCis(): KnownCi[] {
  return Array.from({ length: 12 }, (_, i) => ({
    id: newId(),
    name: random.pick(["web01", "WEB01", "db%1", "app"]),
    type: random.pick(CI_TYPES),
    attributes: i % 3 === 0 ? {} : { os: random.pick(["linux", "Windows"]) },
  }));
}

/** Their ids are the same in each tenant. */
function sampleEvents(count: number, cis: readonly KnownCi[]): SampleEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const at = Date.parse(`${random.pick(DAYS)}T00:00:00Z`) + random.int(0, 86_399) * 1_000;
    const status = random.pick(["open", "acknowledged", "resolved"]);
    const later = () => new Date(at + random.int(0, 5_000) * 1_000).toISOString();
    const scalar = () => random.pick<unknown>([...NUMBERS, ...TEXTS, true, null]);
    const value = () =>
      random.chance(0.8) ? scalar() : random.pick<unknown>([[1, "Disk full", 1], [5], [], { deep: 5 }]);
    return {
      id: `e${1_000 + i}`,
      title: random.pick(TEXTS.slice(0, -1)),
      description: random.chance(0.3) ? null : random.pick(TEXTS),
      severity: random.pick(["critical", "high", "medium", "low"]),
      status,
      source: random.pick(["zabbix", "Zabbix", "nagios"]),
      source_id: random.chance(0.5) ? null : random.pick(["A1", "a1", "B2"]),
      // One in twenty names a CI that was deleted.
      affected_cis: [
        ...random.some(
          cis.map(({ id }) => id),
          random.int(0, 3),
        ),
        ...(random.chance(0.05) ? [newId()] : []),
      ],
      metrics: { load: scalar(), ...(random.chance(0.5) && { "disk.used": value() }), disk: { free: value() } },
      context: random.chance(0.5) ? {} : { team: random.pick(["shop", "SHOP", "ops"]) },
      occurred_at: new Date(at).toISOString(),
      occurrences: random.pick([1, 1, 2, 7]),
      resolved_at: status === "resolved" ? later() : null,
      acknowledged_at: random.chance(0.4) ? later() : null,
    };
  });
}

/** By the type of their fields: paths, and values to compare them with. */
const FIELDS: {
  paths: string[];
  values: (random: Random) => string | number | boolean;
  ops: readonly Filter["op"][];
}[] = [
  {
    paths: ["title", "description", "source", "context.team", "severity", "status"],
    values: (r) => r.pick([...TEXTS, "Zabbix", "shop", "critical", "OPEN", "%", "_", "*"]),
    ops: OPERATORS,
  },
  { paths: ["source_id"], values: (r) => r.pick(["A1", "a1", "B2", "b"]), ops: OPERATORS },
  {
    paths: ["occurrences", "time_to_resolve", "time_to_acknowledge"],
    values: (r) => r.pick([...NUMBERS, 7, 100, 2_500]),
    ops: OPERATORS.filter((op) => op !== "contains" && op !== "starts_with"),
  },
  {
    paths: ["occurred_at", "resolved_at"],
    values: (r) => `${r.pick(DAYS)}T12:00:00Z`,
    ops: OPERATORS.filter((op) => op !== "contains" && op !== "starts_with"),
  },
  {
    paths: ["metrics.load", "metrics.disk.used", "metrics.disk.free"],
    values: (r) => r.pick<string | number>([...NUMBERS, ...TEXTS]),
    ops: OPERATORS,
  },
  {
    paths: ["ci.name", "ci.type", "ci.attributes.os"],
    values: (r) => r.pick(["web01", "WEB01", "db%1", "%", "Linux", "windows", ...CI_TYPES]),
    ops: ["eq", "ne", "in", "exists", "missing", "contains"],
  },
];

function randomFilter(): Filter {
  const { paths, values, ops } = random.pick(FIELDS);
  const [field, op] = [random.pick(paths), random.pick(ops)];
  if (op === "exists" || op === "missing") return { field, op };
  if (op === "in") return { field, op, value: [values(random), values(random)] };
  return { field, op, value: values(random) };
}

function randomForm(): QueryForm {
  return {
    entity: "event",
    filters: Array.from({ length: random.int(0, 3) }, randomFilter),
    match: random.pick(["all", "any"]),
    ...(random.chance(0.3) && { time: { from: "2026-01-01T06:00:00Z", to: "2026-01-03T00:00:00+02:00" } }),
  };
}

let world: Awaited<ReturnType<typeof createSqlWorld>>;
let ctx: RequestContext;
let events: SampleEvent[];
let cis: Map<string, KnownCi>;

beforeAll(async () => {
  world = await createSqlWorld();
  const known = sampleCis();
  cis = new Map(known.map((ci) => [ci.id, ci]));
  ctx = await world.tenant(known);
  events = sampleEvents(300, known);
  await storeEvents(world.postgres, ctx.tenantId, events);
  // The same of another tenant, which no answer may show.
  const other = await world.tenant(known);
  const others = sampleEvents(100, known);
  await storeEvents(world.postgres, other.tenantId, others);
});
afterAll(() => world.close());

describe("forms about events answer what the contract's words give", () => {
  test("each operator on each kind of field", async () => {
    for (const { paths, values, ops } of FIELDS) {
      for (const field of paths) {
        for (const op of ops) {
          const value = op === "in" ? [values(random), values(random)] : values(random);
          const filter = { field, op, ...(op !== "exists" && op !== "missing" && { value }) };
          await expectSameIds({ entity: "event", filters: [filter] });
        }
      }
    }
  });

  test("random forms of several filters", async () => {
    for (let i = 0; i < 150; i++) await expectSameIds(randomForm());
  });

  test("in any order, what is missing last", async () => {
    const fields = ["title", "description", "source_id", "occurrences", "time_to_resolve", "resolved_at", "severity"];
    for (let i = 0; i < 30; i++) {
      const order = random
        .some(fields, random.int(1, 3))
        .map((field) => ({ field, direction: random.pick(["asc", "desc"] as const) }));
      await expectSameIds({ ...randomForm(), order });
    }
  });

  test("groups and figures", async () => {
    const groups = [
      "severity",
      "status",
      "source",
      "source_id",
      "occurred_at.day",
      "context.team",
      "metrics.load",
      "metrics.disk.free",
      "ci.type",
      "ci.name",
      "ci.attributes.os",
      "affected_cis",
    ];
    const figures = ["occurrences", "time_to_resolve", "time_to_acknowledge", "metrics.load", "metrics.disk.free"];
    for (let i = 0; i < 60; i++) {
      const aggregate = [
        { fn: "count" as const },
        ...random.some(["count", "count_distinct"] as const, 1).map((fn) => ({
          fn,
          field: random.pick(["title", "description", "metrics.load", "metrics.disk.free", "source_id"]),
        })),
        ...random
          .some(["sum", "avg", "min", "max", "p50", "p95"] as const, 2)
          .map((fn) => ({ fn, field: random.pick(figures) })),
      ];
      await expectSameGroups({ ...randomForm(), group_by: random.some(groups, random.int(0, 3)), aggregate });
    }
  });

  test("how many CIs there are in a group", async () => {
    await expectSameGroups({
      entity: "event",
      group_by: ["severity"],
      aggregate: [{ fn: "count_distinct", field: "affected_cis" }, { fn: "count", field: "ci.name" }, { fn: "count" }],
    });
  });
});

async function expectSameIds(form: QueryForm): Promise<void> {
  const wanted = ordered(form, selected(form, events, cis)).map(({ id }) => id);
  const answer = await world.verbs.runQuery(ctx, { ...form, fields: ["id"] });
  const found = answer.rows.map(({ id }) => id);
  expect({ form, ids: found.join(" ") }).toEqual({ form, ids: wanted.join(" ") });
  expect({ total: answer.total, truncated: answer.truncated }).toEqual({ total: wanted.length, truncated: false });
}

async function expectSameGroups({ group_by = [], ...rest }: QueryForm): Promise<void> {
  const form: QueryForm = group_by.length > 0 ? { ...rest, group_by } : rest;
  const wanted = grouped(form, selected(form, events, cis), cis);
  const answer = await world.verbs.runQuery(ctx, form);
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, rounded)).sort();
  expect({ form, groups: sorted(answer.rows) }).toEqual({ form, groups: sorted(wanted) });
  expect(answer.total).toBe(wanted.length);
}

/** Figures to nine digits: sums of fractions depend on their order. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(9)) : value;
}
