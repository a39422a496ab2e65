import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { expectAnswer, type LoadRequest, load, oncePlanned, requestOf } from "./support/load.ts";
import { type Comparison, compare } from "./support/rounds.ts";
import { seedCis, seedLinks } from "./support/seed.ts";
import { seedEvents } from "./support/seed-events.ts";
import { seedRecords } from "./support/seed-records.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median } from "./support/statistics.ts";

const GROWTH = { unit: "x", better: "lower", must: 1.5, aim: 1.2 } as const;

/** Each request that must not become slower as a tenant grows. */
const MEASURED = ["get", "list_page", "search_page", "create", "find_by_ip", "event"] as const;
type Measured = (typeof MEASURED)[number];

interface Estate {
  tenant: BenchTenant;
  ids: readonly string[];
  seeded: string;
}

export const figure = defineFigure({
  what: "latency of requests in a large tenant against the same in a small one, one at a time, in the same stores",
  marks: {
    get: GROWTH,
    list_page: GROWTH,
    search_page: GROWTH,
    create: GROWTH,
    find_by_ip: GROWTH,
    event: GROWTH,
  },
  settings: {
    small: 10_000,
    cis: 1_000_000,
    links_per_ci: 4,
    records_per_ci: 10,
    rounds: 5,
    requests: 60,
    /** As large as the graph; about 8 GB for a million CIs. */
    page_cache_mb: 9_000,
  },

  run: (settings, say) =>
    withBench(
      say,
      async (bench) => {
        const seed = (cis: number) => seedEstate(bench, cis, settings.links_per_ci, settings.records_per_ci, say);
        const small = await seed(settings.small);
        const large = await seed(settings.cis);
        const service = await startService(serviceEnvironment(bench.stores));
        try {
          const found = {} as Record<Measured, Comparison>;
          const once: Record<string, number> = {};
          for (const what of MEASURED) {
            say(`${what} ...`);
            for (const estate of [small, large])
              once[`first_${what}_${estate.ids.length}_ms`] = await firstMs(service, NEXT[what](estate));
            const timed = (estate: Estate) => () => latency(service, estate, what, settings.requests);
            found[what] = await compare(settings.rounds, { baseline: timed(small), ours: timed(large) }, say, 2);
          }
          for (const [name, address] of Object.entries(COUNTED)) {
            for (const { tenant, ids } of [small, large]) {
              once[`${name}_${ids.length}_ms`] = await firstMs(service, reading(tenant, address, `"pagination":`));
            }
          }
          return {
            marks: Object.fromEntries(MEASURED.map((what) => [what, found[what].ratio])) as Record<Measured, number>,
            details: {
              ...Object.fromEntries(MEASURED.map((what) => [`${what}_ms`, millisecondsOf(found[what])])),
              ...once,
              seeded_large: large.seeded,
              service_memory_mb: service.memoryMb().now,
            },
            verified: ["each answer has the status and the thing that was asked for"],
          };
        } finally {
          await service.stop();
        }
      },
      { pageCacheMb: settings.page_cache_mb },
    ),
});

/** Requests whose exact total has to be counted, as the first after a change of the tenant is. */
const COUNTED = {
  count_all: "/v1/cmdb/ci?limit=1",
  count_filtered: "/v1/cmdb/ci?limit=1&status=maintenance",
  count_search: "/v1/cmdb/ci?limit=1&search=node",
};

async function seedEstate(
  { graph, postgres, newTenant }: Bench,
  cis: number,
  linksPerCi: number,
  recordsPerCi: number,
  say: (line: string) => void,
): Promise<Estate> {
  const tenant = await newTenant();
  const times: string[] = [];
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    say(`seeding ${cis} CIs: ${what} ...`);
    const from = performance.now();
    const made = await work();
    times.push(`${what} ${Math.round((performance.now() - from) / 1_000)} s`);
    return made;
  };
  const ids = await step("CIs", () => seedCis(graph, tenant.id, cis));
  await step("relationships", () => seedLinks(graph, tenant.id, ids, linksPerCi - 1));
  await step("records", () => seedRecords(postgres, tenant.id, ids, recordsPerCi));
  await step("events", () => seedEvents(postgres, tenant.id, ids, cis));
  return { tenant, ids, seeded: times.join(", ") };
}

/** Median milliseconds of one request after another. */
async function latency(service: Service, estate: Estate, what: Measured, requests: number): Promise<number> {
  const { latenciesMs } = await load({
    port: service.port,
    connections: 1,
    requests,
    next: () => NEXT[what](estate),
  });
  return median(latenciesMs);
}

let serial = 0;

/** The next request of each kind: things change with each, the whole tenant is asked for. */
const NEXT: Record<Measured, (estate: Estate) => LoadRequest> = {
  get: ({ tenant, ids }) => {
    const id = ids[any(ids.length)]!;
    return reading(tenant, `/v1/cmdb/ci/${id}`, `{"id":"${id}"`);
  },
  list_page: ({ tenant }) =>
    reading(tenant, "/v1/cmdb/ci?limit=100&sort=updated_at&order=desc&status=active", `"data":[{"id":"`),
  // Every CI has the word in its description.
  search_page: ({ tenant }) => reading(tenant, "/v1/cmdb/ci?limit=100&search=node", `"data":[{"id":"`),
  create: ({ tenant }) => {
    const name = `created-${serial++}`;
    return writing(tenant, "/v1/cmdb/ci", { name, type: "server", attributes: { serial_number: name } }, `"id":"`);
  },
  find_by_ip: ({ tenant, ids }) => {
    const i = any(ids.length);
    return reading(tenant, `/v1/api/ci/find-by-ip/${addressOf(i)}`, ids[i]!);
  },
  event: ({ tenant, ids }) => {
    const i = any(ids.length);
    const body = {
      title: `Disk ${serial++} full`,
      severity: "high",
      source: "bench",
      ip_address: addressOf(i),
    };
    return writing(tenant, "/v1/events", body, `"affected_cis":["${ids[i]}"`);
  },
};

/** The address of the seeded CI at this place. */
function addressOf(i: number): string {
  return `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
}

function reading({ headers }: BenchTenant, address: string, holds: string): LoadRequest {
  return {
    request: requestOf("GET", address, headers),
    check: (status, body) => expectAnswer(status, body, 200, holds),
  };
}

function writing({ headers }: BenchTenant, address: string, body: object, holds: string): LoadRequest {
  return {
    request: requestOf("POST", address, headers, body),
    check: (status, answer) => expectAnswer(status, answer, 201, holds),
  };
}

/** Milliseconds until a first request is answered, with those before it that were answered 503 while statements were planned. */
async function firstMs(service: Service, request: LoadRequest): Promise<number> {
  const from = performance.now();
  await oncePlanned(() => load({ port: service.port, connections: 1, requests: 1, next: () => request }));
  return performance.now() - from;
}

function millisecondsOf({ baseline, ours, lowest, highest }: Comparison): string {
  const of = (value: number) => value.toPrecision(3);
  return `${of(ours)} against ${of(baseline)}, ${of(lowest)}x to ${of(highest)}x`;
}

function any(count: number): number {
  return Math.floor(Math.random() * count);
}
