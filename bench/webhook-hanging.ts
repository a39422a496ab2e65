import { setTimeout as sleep } from "node:timers/promises";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { median, percentile } from "./support/statistics.ts";
import { benchWebhooks, startReceiver } from "./support/webhooks.ts";

const RECEIVERS = 10;
const HANGING = "hook-0";

export const figure = defineFigure({
  what: "p99 from the delivery of changes to their arrival at nine receivers while a tenth takes messages and never answers, against p99 while it answers",
  marks: { p99: { unit: "x", better: "lower", must: 1.2, aim: 1.05 } },
  settings: { rounds: 3, seconds: 30, per_second: 20 },

  run: ({ rounds, seconds, per_second: rate }, say) =>
    withBench(say, async (bench) => {
      const receiver = await startReceiver();
      const measure = async (silent: string | undefined): Promise<number[]> => {
        const tenant = await bench.newTenant();
        const { webhooks, register, remove, publish } = benchWebhooks(bench, tenant.id);
        const hooks = [];
        for (let i = 0; i < RECEIVERS; i++) hooks.push(await register(receiver.url(`hook-${i}`)));
        await receiver.reset(silent);
        await webhooks.startWork();
        // The first messages open connections and load what is loaded late.
        for (let i = 0; i < 20; i++) await publish(1).then(() => sleep(20));
        await sleep(500);
        await receiver.reset(silent);
        const told = seconds * rate;
        const started = performance.now();
        for (let i = 0; i < told; i++) {
          await publish(1);
          await sleep(Math.max(0, started + ((i + 1) * 1_000) / rate - performance.now()));
        }
        const answering = silent === undefined ? RECEIVERS : RECEIVERS - 1;
        await receiver.until(told * answering);
        const { latencies } = await receiver.report();
        for (const { id } of hooks) await remove(id);
        await webhooks.drain(100);
        return latencies.filter(([path]) => path !== `/${HANGING}`).map(([, ms]) => ms);
      };
      try {
        const found: { without: number[]; beside: number[] }[] = [];
        for (let i = 0; i < rounds; i++) {
          const without = await measure(undefined);
          const beside = await measure(HANGING);
          found.push({ without, beside });
          const shown = [without, beside].map((ms) => percentile(ms, 99).toFixed(1));
          say(`round ${i + 1}: p99 ${shown[0]} ms without, ${shown[1]} ms beside one that hangs`);
        }
        const p = (at: number, which: "without" | "beside") => median(found.map((one) => percentile(one[which], at)));
        return {
          marks: { p99: median(found.map((one) => percentile(one.beside, 99) / percentile(one.without, 99))) },
          details: {
            without_p50_ms: p(50, "without"),
            beside_p50_ms: p(50, "beside"),
            without_p99_ms: p(99, "without"),
            beside_p99_ms: p(99, "beside"),
          },
          verified: ["every message to the nine arrived"],
        };
      } finally {
        await receiver.close();
      }
    }),
});
