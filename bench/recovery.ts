import { setTimeout as sleep } from "node:timers/promises";
import { createGraph } from "../src/platform/graph/graph.ts";
import { newId } from "../src/platform/ids.ts";
import { createLogger } from "../src/platform/log.ts";
import { createPostgres } from "../src/platform/postgres/postgres.ts";
import { ADMIN } from "../test/service/faults/administrator.ts";
import { ask } from "../test/service/faults/client.ts";
import { ownStores, type StoreName } from "../test/service/faults/own-stores.ts";
import { FULL_DISK, gatesTo, STORE_FAULTS, type StoreFault, type Victim } from "../test/service/faults/store-faults.ts";
import { defineFigure } from "./support/figure.ts";
import { startService } from "./support/service.ts";
import { median, round } from "./support/statistics.ts";

const WINDOW_MS = 1_000;
const STEP_MS = 100;
const GIVE_UP_MS = 60_000;

export const figure = defineFigure({
  what: "from the return of a store until the service does 95 % of what it did before, reads and writes, for each fault of each store; the longest",
  marks: { longest: { unit: "s", better: "lower", must: 10, aim: 5 } },
  settings: { clients: 8, before: 6 },

  run: async ({ clients, before }, say) => {
    const own = await ownStores();
    const log = createLogger("silent");
    // Past the gates.
    const graph = createGraph({ ...own.neo4j, log });
    const postgres = createPostgres({ url: own.postgres.url, log });
    const env = {
      NEO4J_URI: own.neo4j.uri,
      NEO4J_USERNAME: own.neo4j.username,
      NEO4J_PASSWORD: own.neo4j.password,
      NEO4J_DATABASE: own.neo4j.database,
      DATABASE_URL: own.postgres.url,
    };
    const behind = await gatesTo({ neo4j: own.neo4j, postgres: own.postgres, env });
    const service = await startService({
      ...behind.env,
      ORRERY_SECRET: "a root secret of a benchmark that is long enough",
      ORRERY_DISCOVER_SELF: "false",
      ORRERY_ADMIN_EMAIL: ADMIN.email,
      ORRERY_ADMIN_PASSWORD: ADMIN.password,
    });
    try {
      const load = await startLoad(`http://127.0.0.1:${service.port}`, clients);
      const answers = (name: StoreName) => (name === "neo4j" ? graph.ping(1_000) : postgres.ping(1_000));
      const details: Record<string, number> = {};
      // The first seconds meet cold stores.
      await sleep(before * 2_000);
      for (const name of ["neo4j", "postgres"] as const) {
        for (const fault of [...STORE_FAULTS, FULL_DISK]) {
          const victim = { name, server: own.servers[name], gate: behind.gates[name], disk: own.disks[name]! };
          const ms = await recoveryOf(fault, victim, { load, before, answers: () => answers(name) });
          details[`${name} ${fault.name}`] = ms / 1_000;
          say(`${name} ${fault.name}: ${round(ms / 1_000)} s`);
        }
      }
      await load.stop();
      return {
        marks: { longest: Math.max(...Object.values(details)) },
        details: { ...details, longest_answer_ms: load.slowestMs(), before_per_s: load.firstRate() },
        verified: [
          "every answer was a success or 503",
          "a fault leaves no request waiting longer than the figure says",
        ],
      };
    } finally {
      await service.stop();
      await Promise.all(Object.values(behind.gates).map((gate) => gate.close()));
      await Promise.all([graph.close(), postgres.close()]);
      await own.stop();
    }
  },
});

interface Measured {
  load: Awaited<ReturnType<typeof startLoad>>;
  before: number;
  answers: () => Promise<void>;
}

async function recoveryOf(fault: StoreFault, victim: Victim, { load, before, answers }: Measured): Promise<number> {
  await sleep(before * 1_000);
  const rate = load.rateOf(before);
  await fault.begin(victim);
  await sleep(fault.forMs);
  await fault.end(victim);
  while (
    !(await answers().then(
      () => true,
      () => false,
    ))
  )
    await sleep(50);
  const backAt = performance.now();
  for (;;) {
    await sleep(STEP_MS);
    const now = performance.now();
    // The window begins after the return, and counts as reached when it began.
    if (now - backAt >= WINDOW_MS && load.inLast(WINDOW_MS) >= rate * 0.95) return now - backAt - WINDOW_MS;
    if (now - backAt > GIVE_UP_MS)
      throw new Error(`${victim.name} ${fault.name}: not recovered after ${GIVE_UP_MS} ms`);
  }
}

/** Clients that read a CI four times for each that they make, one request at a time. */
async function startLoad(origin: string, clients: number) {
  const login = await ask(origin, "POST", "/v1/auth/login", ADMIN);
  const headers = { authorization: `Bearer ${login.body.token as string}` };
  const done: number[] = [];
  let stopped = false;
  let slowest = 0;
  let firstRate = 0;

  const send = async (method: string, path: string, body?: object) => {
    const { status, ms, body: answer } = await ask(origin, method, path, body, headers);
    slowest = Math.max(slowest, ms);
    if (status >= 200 && status < 300) done.push(performance.now());
    else if (status !== 503) throw new Error(`${method} ${path} was answered with ${status}`);
    else await sleep(50);
    return status < 300 ? (answer as { id: string }) : undefined;
  };
  const client = async () => {
    let id: string | undefined;
    for (let n = 0; !stopped; n++) {
      if (id === undefined || n % 5 === 0) {
        id = (await send("POST", "/v1/cmdb/ci", { name: `load ${newId()}`, type: "server" }))?.id ?? id;
      } else await send("GET", `/v1/cmdb/ci/${id}`);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => undefined);
  const inLast = (ms: number) => done.filter((at) => at > performance.now() - ms).length;

  return {
    inLast,
    /** Successes a second: the median of the last seconds. */
    rateOf(seconds: number) {
      const from = performance.now() - seconds * 1_000;
      const counts = Array.from({ length: seconds }, (_, i) => {
        const begin = from + i * 1_000;
        return done.filter((at) => at > begin && at <= begin + 1_000).length;
      });
      const rate = median(counts);
      firstRate ||= rate;
      return rate;
    },
    slowestMs: () => slowest,
    firstRate: () => firstRate,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
