import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { expectAnswer, load, requestOf } from "./support/load.ts";
import { seedCis } from "./support/seed.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";

interface Settings {
  cis: number;
  at_once: number;
  seconds: number;
}

export const figure = defineFigure({
  what: "resident memory of the API process after lists, gets and searches over many CIs",
  marks: { memory: { unit: "MB", better: "lower", must: 300, aim: 200 } },
  settings: { cis: 100_000, at_once: 16, seconds: 15 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      say(`seeding ${settings.cis} CIs ...`);
      const ids = await seedCis(bench.graph, tenant.id, settings.cis);
      const api = await memoryOf("api", bench, tenant, ids, settings, say);
      const all = await memoryOf("all", bench, tenant, ids, settings, say);
      return {
        marks: { memory: api.now },
        details: {
          at_start_mb: api.atStart,
          peak_mb: api.peak,
          role_all_mb: all.now,
          role_all_peak_mb: all.peak,
          requests: api.requests,
        },
        verified: ["every answer 200 with what was asked for"],
      };
    }),
});

async function memoryOf(
  role: string,
  { stores }: Bench,
  tenant: BenchTenant,
  ids: readonly string[],
  { cis, at_once: atOnce, seconds }: Settings,
  say: (line: string) => void,
) {
  const service = await startService({ ...serviceEnvironment(stores), ORRERY_ROLE: role });
  try {
    const atStart = service.memoryMb().now;
    let requests = 0;
    const shots = { lists: anyList(cis), gets: anyCi(ids), searches: anySearch(cis) };
    for (const [what, address] of Object.entries(shots)) {
      requests += await ask(service, tenant, atOnce, seconds, address);
      say(`${role}: ${Math.round(service.memoryMb().now)} MB after ${what}`);
    }
    return { atStart, requests, ...service.memoryMb() };
  } finally {
    await service.stop();
  }
}

/** An address, and what the answer must hold. */
type AnyAddress = () => [address: string, holds: string];

function any(count: number): number {
  return Math.floor(Math.random() * count);
}

/** So many, one at a time, before those that count. */
const WARM_UP_REQUESTS = 12;
const SORTS = ["created_at", "updated_at", "name"];

function anyList(cis: number): AnyAddress {
  const pages = Math.max(1, Math.floor(cis / 1_000));
  return () => [`/v1/cmdb/ci?limit=100&page=${1 + any(pages)}&sort=${SORTS[any(3)]}&status=active`, `"data":[{"id":"`];
}

function anyCi(ids: readonly string[]): AnyAddress {
  return () => {
    const id = ids[any(ids.length)]!;
    return [`/v1/cmdb/ci/${id}`, `{"id":"${id}"`];
  };
}

/** By serial number, which one of them has. */
function anySearch(cis: number): AnyAddress {
  return () => {
    const i = any(cis);
    return [`/v1/cmdb/ci?search=SN${1_000_000 + i}`, `"name":"host-${i}.example.com"`];
  };
}

async function ask(
  { port }: Service,
  { headers }: BenchTenant,
  connections: number,
  seconds: number,
  any: AnyAddress,
): Promise<number> {
  const next = () => {
    const [address, holds] = any();
    return {
      request: requestOf("GET", address, headers),
      check: (status: number, body: Buffer) => expectAnswer(status, body, 200, holds),
    };
  };
  // Whatever these are answered: Neo4j may take longer to plan a statement than a request may take.
  const unchecked = () => ({ ...next(), check: () => undefined });
  await load({ port, connections: 1, requests: WARM_UP_REQUESTS, next: unchecked });
  return (await load({ port, connections, forMs: seconds * 1000, next })).requests;
}
