import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../src/platform/ids.ts";
import { withBench } from "./support/bench.ts";
import { followStream } from "./support/event-stream.ts";
import { defineFigure } from "./support/figure.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

const WARM_UP = 20;
/** Longest that what was stored last may take to be told, in milliseconds. */
const END_MS = 10_000;
const TICK_MS = 20;

export const figure = defineFigure({
  what: "from the answer to a write, committed by then, to its message on GET /v1/stream: one event at a time on an idle service, and each of 500 events a second with a CI every 200 ms beside them",
  marks: {
    idle_p99: { unit: "ms", better: "lower", must: 1_000, aim: 200 },
    busy_p99: { unit: "ms", better: "lower", must: 1_000, aim: 200 },
  },
  settings: { writes: 300, pause_ms: 50, rate: 500, seconds: 20, followers: 5 },

  run: ({ writes, pause_ms: pauseMs, rate, seconds, followers }, say) =>
    withBench(say, async ({ stores, newTenant }) => {
      const service = await startService({ ...serviceEnvironment(stores), ORRERY_RATE_LIMIT_FACTOR: "1000000" });
      const leave: (() => void)[] = [];
      try {
        const { headers } = await newTenant();
        const told = new Map<string, number>();
        const counts: { upTo: number; at: number }[] = [];
        let messages = 0;
        leave.push(
          await followStream(service.port, headers, ({ event, data, at }) => {
            messages++;
            for (const { id } of data.items) if (!told.has(id)) told.set(id, at);
            if (event === "event.changed") counts.push({ upTo: (counts.at(-1)?.upTo ?? 0) + data.count, at });
          }),
        );
        for (let i = 1; i < followers; i++) leave.push(await followStream(service.port, headers, () => undefined));
        const post = poster(service.port, headers);
        const event = () => post("/v1/events", { title: `check ${newId()}`, severity: "low", source: "bench" });
        for (let i = 0; i < WARM_UP; i++) await event();
        await sleep(2_000);

        const idle: number[] = [];
        for (let i = 0; i < writes; i++) {
          const { id, at } = await event();
          idle.push(Math.max(0, (await until(() => told.get(id))) - at));
          await sleep(pauseMs * 2 * Math.random());
        }
        say(`idle: p50 ${percentile(idle, 50).toFixed(0)} ms, p99 ${percentile(idle, 99).toFixed(0)} ms`);

        const [toldBefore, messagesBefore, begun] = [counts.at(-1)?.upTo ?? 0, messages, performance.now()];
        const stored: number[] = [];
        const cis: Promise<number>[] = [];
        const writing: Promise<unknown>[] = [];
        for (let sent = 0; performance.now() - begun < seconds * 1_000; ) {
          const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
          for (; sent < due; sent++) writing.push(event().then(({ at }) => stored.push(at)));
          if (cis.length < (performance.now() - begun) / 200) {
            const made = post("/v1/cmdb/ci", { name: newId(), type: "server" });
            cis.push(made.then(async ({ id, at }) => Math.max(0, (await until(() => told.get(id))) - at)));
          }
          await sleep(TICK_MS);
        }
        await Promise.all(writing);
        const elapsed = (performance.now() - begun) / 1_000;
        await until(() => ((counts.at(-1)?.upTo ?? 0) >= toldBefore + stored.length ? 1 : undefined));
        const tooMany = (counts.at(-1)?.upTo ?? 0) - toldBefore - stored.length;
        // The nth event that was stored is told once n were.
        stored.sort((a, b) => a - b);
        let place = 0;
        const busy = stored.map((at, n) => {
          while (counts[place]!.upTo < toldBefore + n + 1) place++;
          return Math.max(0, counts[place]!.at - at);
        });
        const ofCis = await Promise.all(cis);
        return {
          marks: { idle_p99: percentile(idle, 99), busy_p99: percentile(busy, 99) },
          details: {
            idle_p50_ms: percentile(idle, 50),
            busy_p50_ms: percentile(busy, 50),
            busy_ci_p50_ms: percentile(ofCis, 50),
            busy_ci_p99_ms: percentile(ofCis, 99),
            events_per_s: stored.length / elapsed,
            messages_per_s: (messages - messagesBefore) / elapsed,
            followers,
          },
          verified: [`all ${stored.length} events and ${ofCis.length} CIs were told of, ${tooMany} twice`],
        };
      } finally {
        for (const stop of leave) stop();
        await service.stop();
      }
    }),
});

function poster(port: number, headers: Record<string, string>) {
  return async (path: string, body: object): Promise<{ id: string; at: number }> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const at = performance.now();
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${text}`);
    return { id: (JSON.parse(text) as { id: string }).id, at };
  };
}

async function until<T>(found: () => T | undefined): Promise<T> {
  for (const end = performance.now() + END_MS; performance.now() < end; await sleep(5)) {
    const value = found();
    if (value !== undefined) return value;
  }
  throw new Error("what was stored was not told of");
}
