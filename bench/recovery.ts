import { setTimeout as sleep } from "node:timers/promises";
import { createGraph } from "../src/platform/graph/graph.ts";
import { createLogger } from "../src/platform/log.ts";
import { createPostgres } from "../src/platform/postgres/postgres.ts";
import { ADMIN } from "../test/service/faults/administrator.ts";
import { ownStores, type StoreName } from "../test/service/faults/own-stores.ts";
import { FULL_DISK, gatesTo, STORE_FAULTS, type StoreFault, type Victim } from "../test/service/faults/store-faults.ts";
import { defineFigure } from "./support/figure.ts";
import { type RecoveryLoad, startRecoveryLoad } from "./support/recovery-load.ts";
import { startService } from "./support/service.ts";
import { round } from "./support/statistics.ts";

const WINDOW_MS = 1_000;
const STEP_MS = 100;
const GIVE_UP_MS = 180_000;
const CLIENTS_AT_HALF = 4;
const KILLED = STORE_FAULTS.find(({ name }) => name === "is killed")!;

/** What the figure says where nothing happens: the machine's own noise. */
const NOTHING: StoreFault = { name: "has no fault", forMs: 2_000, begin: () => undefined, end: () => undefined };

/** Neo4j starts again after the last two: whatever came next would meet a cold Java machine. */
const IN_ORDER: readonly [StoreName, StoreFault][] = [
  ...[...STORE_FAULTS, FULL_DISK].map((fault): [StoreName, StoreFault] => ["postgres", fault]),
  ...STORE_FAULTS.filter((fault) => fault !== KILLED).map((fault): [StoreName, StoreFault] => ["neo4j", fault]),
  ["neo4j", KILLED],
  ["neo4j", FULL_DISK],
];
const RESTARTS: readonly [StoreName, StoreFault][] = [
  ["postgres", KILLED],
  ["neo4j", KILLED],
  ["neo4j", FULL_DISK],
];

export const figure = defineFigure({
  what: "from the return of a store until the service does 95 % of what it did before on warm stores, reads and writes, the longest of all faults of both stores: asked for as much as it can do, and for half of that",
  marks: {
    longest: { unit: "s", better: "lower", must: 10, aim: 5 },
    longest_at_half: { unit: "s", better: "lower", must: 10, aim: 5 },
  },
  settings: { clients: 8 },

  run: async ({ clients }, say) => {
    const lab = await startLab();
    try {
      const hard = await startRecoveryLoad(lab.origin, clients);
      const noise = await recoveries([["postgres", NOTHING]], "", { lab, load: hard, say });
      const full = await recoveries(IN_ORDER, "", { lab, load: hard, say });
      const most = await hard.settled();
      await hard.stop();
      // So many that a slow answer to some keeps none of the others from asking.
      const easy = await startRecoveryLoad(lab.origin, CLIENTS_AT_HALF * clients, most / 2);
      const half = await recoveries(RESTARTS, " at half", { lab, load: easy, say });
      await easy.stop();
      const slowest = Math.max(hard.slowestMs(), easy.slowestMs());
      const details = { ...noise, ...full, ...half, longest_answer_ms: slowest, before_per_s: most };
      return {
        marks: { longest: Math.max(...Object.values(full)), longest_at_half: Math.max(...Object.values(half)) },
        details,
        verified: ["every answer was a success or 503", "no request is left waiting longer than the figure says"],
      };
    } finally {
      await lab.stop();
    }
  },
});

/** The service behind gates to stores of its own, and hands on these. */
async function startLab() {
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
  return {
    origin: `http://127.0.0.1:${service.port}`,
    victim: (name: StoreName): Victim => {
      const disk = own.disks[name];
      if (!disk) throw new Error("only an administrator may mount a disk that can be filled");
      return { name, server: own.servers[name], gate: behind.gates[name], disk };
    },
    answers: (name: StoreName) => (name === "neo4j" ? graph.ping(1_000) : postgres.ping(1_000)),
    async stop() {
      await service.stop();
      await Promise.all(Object.values(behind.gates).map((gate) => gate.close()));
      await Promise.all([graph.close(), postgres.close()]);
      await own.stop();
    },
  };
}

interface Measured {
  lab: Awaited<ReturnType<typeof startLab>>;
  load: RecoveryLoad;
  say: (line: string) => void;
}

/** Seconds by fault. */
async function recoveries(list: typeof IN_ORDER, suffix: string, { lab, load, say }: Measured) {
  const seconds: Record<string, number> = {};
  for (const [name, fault] of list) {
    const rate = await load.settled();
    const victim = lab.victim(name);
    await fault.begin(victim);
    await sleep(fault.forMs);
    await fault.end(victim);
    const label = `${name} ${fault.name}${suffix}`;
    seconds[label] = (await recovered(label, rate, load, () => lab.answers(name))) / 1_000;
    say(`${label}: ${round(seconds[label])} s, ${round(rate)} requests a second before`);
  }
  return seconds;
}

async function recovered(
  label: string,
  rate: number,
  load: RecoveryLoad,
  answers: () => Promise<void>,
): Promise<number> {
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
    if (now - backAt > GIVE_UP_MS) throw new Error(`${label}: not recovered after ${GIVE_UP_MS} ms`);
  }
}
