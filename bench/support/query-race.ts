import { isDeepStrictEqual } from "node:util";
import { systemContext } from "../../src/context.ts";
import { createImpact } from "../../src/features/impact/index.ts";
import { createQuery, type QueryForm, type QueryVerbs } from "../../src/features/query/index.ts";
import { createReach } from "../../src/features/reach/index.ts";
import { createRelationships } from "../../src/features/relationships/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { newId } from "../../src/platform/ids.ts";
import { createOutbox } from "../../src/platform/jobs/outbox.ts";
import type { Bench } from "./bench.ts";
import { FIXED_CLOCK } from "./fixed-clock.ts";
import type { QueryCase } from "./query-cases.ts";
import { median } from "./statistics.ts";

type Stores = Pick<Bench, "graph" | "postgres">;

/** The verbs of queries, alone on the stores. */
export function queryVerbs({ graph, postgres }: Stores): QueryVerbs {
  const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
  const { failureKinds, listTypes } = createRelationships({ graph, outbox, clock: systemClock }).verbs;
  const reach = createReach({ graph, failureKinds });
  const serviceHealth = async () => new Map();
  const impact = createImpact({ graph, clock: FIXED_CLOCK, failureKinds, reach: reach.verbs, serviceHealth });
  const clock = systemClock;
  const collectedAt = serviceHealth;
  return createQuery({
    graph,
    postgres,
    clock,
    failureKinds,
    listTypes,
    collectedAt,
    impact: impact.verbs,
    serviceHealth,
  }).verbs;
}

export interface RaceOptions {
  tenant: string;
  rounds: number;
  warmUp: number;
}

/** Medians of one case: milliseconds of both, and of the ratios by hand/by form of the rounds. */
export interface RaceResult {
  ratio: number;
  form: number;
  byHand: number;
  rows: number;
}

/** Asks by form and by hand in turn, the other one first in each round. Throws unless both answer the same rows. */
export async function raceCase(
  stores: Stores,
  verbs: QueryVerbs,
  one: QueryCase,
  options: RaceOptions,
): Promise<RaceResult> {
  const { tenant, rounds, warmUp } = options;
  const ctx = systemContext(tenant, newId());
  const asForm = async () => (await verbs.runQuery(ctx, one.form)).rows;
  const byHand = async () => {
    const found = one.cypher ? await stores.graph.raw(one.cypher, { tenant }) : [];
    if (!one.sql) return found;
    return stores.postgres.query(one.sql, [tenant, ...(one.cypher ? [found.map(({ id }) => id)] : [])]);
  };
  const [found, wanted] = [plain(await asForm()), plain(await byHand())];
  if (found.length === 0 || !isDeepStrictEqual(found, wanted)) {
    const told = (rows: unknown[]) => `${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`;
    throw new Error(`${one.name}: ${told(found)} by the form, ${told(wanted)} by hand`);
  }
  const measured: { form: number; byHand: number }[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const times = { form: 0, byHand: 0 };
    const contenders = { form: asForm, byHand } as const;
    const order = round % 2 === 0 ? (["form", "byHand"] as const) : (["byHand", "form"] as const);
    for (const who of order) times[who] = await millis(contenders[who]);
    if (round >= 0) measured.push(times);
  }
  return {
    ratio: median(measured.map((each) => each.byHand / each.form)),
    form: median(measured.map((each) => each.form)),
    byHand: median(measured.map((each) => each.byHand)),
    rows: found.length,
  };
}

/** Median milliseconds of a form that has no single statement by hand. */
export async function timeOfForm(verbs: QueryVerbs, tenant: string, form: QueryForm, rounds: number): Promise<number> {
  const ctx = systemContext(tenant, newId());
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const took = await millis(() => verbs.runQuery(ctx, form));
    if (round >= 0) times.push(took);
  }
  return median(times);
}

async function millis(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Values of rows in the order of their columns. Sums of floating-point numbers differ in their last digits by order. */
function plain(rows: readonly Record<string, unknown>[]): unknown[][] {
  return rows.map((row) =>
    Object.values(row).map((value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value)),
  );
}
