import { ciListGraph, startBound } from "../src/features/ci/ci-list.graph.store.ts";
import { createListCis, type ListCisInput } from "../src/features/ci/list-cis.ts";
import { SCOPES } from "../src/model/scopes.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { Graph } from "../src/platform/graph/graph.ts";
import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { loops, openDriver, runOnce } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { ask, expectAnswer, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { seedCis } from "./support/seed.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median } from "./support/statistics.ts";

interface List {
  data: { id: string; relationships: { count: number } }[];
  pagination: { total: number; next_cursor?: string };
}

const LIMIT = 100;
const ADDRESS = `/v1/cmdb/ci?limit=${LIMIT}&sort=updated_at&order=desc`;
const FILTER = "&status=active";

export const figure = defineFigure({
  what: `lists of ${LIMIT} CIs with counts of relationships, sorted, with exact totals`,
  marks: {
    against_driver: { unit: "x", better: "higher", must: 0.5, aim: 0.8 },
    deep_cursor: { unit: "x", better: "lower", must: 1.5, aim: 1.2 },
    page_1000: { unit: "x", better: "lower", must: 10, aim: 5 },
    queries: { unit: "queries", better: "lower", must: 2, aim: 2 },
  },
  settings: { cis: 100_000, at_once: 16, rounds: 7, seconds: 4, pages: 40 },

  run: ({ cis, at_once: atOnce, rounds, seconds, pages }, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      say(`seeding ${cis} CIs ...`);
      await seedCis(bench.graph, tenant.id, cis);
      const driver = openDriver(bench.stores);
      const service = await startService(serviceEnvironment(bench.stores));
      try {
        const queries = await queriesOfLists(bench, tenant, cis);
        say("following the cursors from the first page to the last ...");
        const cursors = await walk(service, tenant, cis);
        const timed = (address: string) => () => latency(service, tenant, address, pages);
        const cursor = cursors[Math.floor(cursors.length * 0.95)]!;
        const deep = await compare(
          rounds,
          { baseline: timed(ADDRESS), ours: timed(`${ADDRESS}&cursor=${cursor}`) },
          say,
        );
        const lastPage = Math.ceil(cis / LIMIT);
        const byNumber = await compare(
          rounds,
          { baseline: timed(ADDRESS), ours: timed(`${ADDRESS}&page=${lastPage}`) },
          say,
        );
        const { text, params } = await firstPage(tenant.id);
        const request = requestOf("GET", ADDRESS + FILTER, tenant.headers);
        const total = `"total":${(await ask<List>(service.port, "GET", ADDRESS + FILTER, tenant.headers)).pagination.total},`;
        const check = (status: number, body: Buffer) => expectAnswer(status, body, 200, total);
        const many = await compare(
          rounds,
          {
            baseline: () =>
              loops(atOnce, seconds * 1000, async () => {
                const rows = await runOnce(driver, "READ", text, params);
                if (rows.length !== LIMIT + 1) throw new Error(`the driver found ${rows.length} CIs`);
              }),
            ours: async () => {
              const next = () => ({ request, check });
              return (await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next })).perSecond;
            },
          },
          say,
        );
        return {
          marks: { against_driver: many.ratio, deep_cursor: deep.ratio, page_1000: byNumber.ratio, queries },
          details: {
            cis,
            driver_lists_per_s: many.baseline,
            our_lists_per_s: many.ours,
            first_page_ms: deep.baseline,
            cursor_at_95_percent_ms: deep.ours,
            [`page_${lastPage}_ms`]: byNumber.ours,
          },
          verified: [
            `following the cursors shows each of the ${cis} CIs once, each with its count of relationships`,
            `every answer 200 with the exact total`,
          ],
        };
      } finally {
        await Promise.all([service.stop(), driver.close()]);
      }
    }),
});

/** Most queries of one list, of lists of any length and depth, with a filter and without. */
async function queriesOfLists({ graph }: Bench, tenant: BenchTenant, cis: number): Promise<number> {
  let queries = 0;
  const counting: Graph = {
    ...graph,
    read: (query, params) => {
      queries++;
      return graph.read(query, params);
    },
  };
  const list = createListCis({ graph: counting, clock: systemClock });
  const ctx = {
    tenantId: tenant.id,
    actor: { kind: "system", id: "system" } as const,
    scopes: new Set(SCOPES),
    requestId: "bench",
  };
  const base: ListCisInput = { sort: "updated_at", order: "desc", limit: 100, page: 1 };
  let most = 0;
  for (const limit of [1, 10, 100]) {
    for (const input of [{ page: 1 }, { page: Math.ceil(cis / limit) }, { page: 1, statuses: ["active"] }]) {
      queries = 0;
      const { items } = await list(ctx, { ...base, limit, ...input });
      if (items.length === 0) throw new Error("a page without entries");
      most = Math.max(most, queries);
    }
  }
  return most;
}

/** Follows the cursors to the end. Throws unless every CI was shown once. Answers the cursors in order. */
async function walk(service: Service, tenant: BenchTenant, cis: number): Promise<string[]> {
  const seen = new Set<string>();
  const cursors: string[] = [];
  let relationships = 0;
  for (let address: string | undefined = ADDRESS; address !== undefined; ) {
    const { data, pagination }: List = await ask<List>(service.port, "GET", address, tenant.headers);
    for (const ci of data) {
      seen.add(ci.id);
      relationships += ci.relationships.count;
    }
    if (pagination.total !== cis) throw new Error(`a total of ${pagination.total} for ${cis} CIs`);
    address = pagination.next_cursor && `${ADDRESS}&cursor=${pagination.next_cursor}`;
    if (pagination.next_cursor) cursors.push(pagination.next_cursor);
  }
  // Each CI but the first depends on the one before it, and every relationship has two ends.
  if (seen.size !== cis || relationships !== 2 * (cis - 1)) {
    throw new Error(`${seen.size} of ${cis} CIs were shown, with ${relationships} ends of relationships`);
  }
  return cursors;
}

/** Median milliseconds of one request after another. */
async function latency(service: Service, tenant: BenchTenant, address: string, requests: number): Promise<number> {
  const request = requestOf("GET", address, tenant.headers);
  const check = (status: number, body: Buffer) => expectAnswer(status, body, 200, `"data":[{"id":"`);
  const { latenciesMs } = await load({
    port: service.port,
    connections: 1,
    requests,
    next: () => ({ request, check }),
  });
  return median(latenciesMs);
}

/** The statement that the service itself sends for the first page, and its parameters. */
async function firstPage(tenantId: string): Promise<{ text: string; params: Record<string, unknown> }> {
  let found: { text: string; params: Record<string, unknown> } | undefined;
  const listening = {
    read: async (query: { text: string; encode(params: unknown): Record<string, unknown> }, params: unknown) => {
      found = { text: query.text, params: query.encode(params) };
      return [];
    },
  } as unknown as Graph;
  await ciListGraph.readPage(listening, tenantId, {
    filters: { types: undefined, statuses: ["active"], updatedSince: undefined, properties: [], search: undefined },
    sort: "updated_at",
    order: "desc",
    bound: startBound("desc"),
    skip: 0,
    limit: LIMIT + 1,
  });
  return found!;
}
