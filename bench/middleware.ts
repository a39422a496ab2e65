import path from "node:path";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { expectAnswer, type LoadResult, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median } from "./support/statistics.ts";

const ENTRY = path.join(import.meta.dirname, "support", "plain-service.ts");

export const figure = defineFigure({
  what: "a route that asks no store, behind all middleware and called from a browser, against bare Hono",
  marks: { middleware: { unit: "x", better: "higher", must: 0.6, aim: 0.75 } },
  settings: { at_once: 32, rounds: 9, seconds: 3 },

  run: ({ at_once: atOnce, rounds, seconds }, say) =>
    withBench(say, async ({ stores, newTenant }) => {
      const { headers } = await newTenant();
      const settings = serviceEnvironment(stores);
      const bare = await startService(settings, [ENTRY, "bare"]);
      const whole = await startService(settings, [ENTRY, "whole"]);
      try {
        // The browser's own header brings the headers of cross-origin access along.
        const request = requestOf("GET", "/v1/ping", { ...headers, Origin: "https://console.example.com" });
        const cost = { bare: [] as number[], whole: [] as number[] };
        let client: LoadResult | undefined;
        const contender = (service: Service, micros: number[]) => async () => {
          const cpu = service.cpuMicros();
          const check = (status: number, body: Buffer) => expectAnswer(status, body, 200, `{"status":"ok","id":"`);
          const next = () => ({ request, check });
          client = await load({ port: service.port, connections: atOnce, forMs: seconds * 1000, next });
          micros.push((service.cpuMicros() - cpu) / client.requests);
          return client.perSecond;
        };
        const { ratio, ...found } = await compare(
          rounds,
          { baseline: contender(bare, cost.bare), ours: contender(whole, cost.whole) },
          say,
        );
        return {
          marks: { middleware: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            baseline_per_s: found.baseline,
            ours_per_s: found.ours,
            // What of the processor's time an unmeasured client would see.
            cpu_ratio: median(cost.bare) / median(cost.whole),
            baseline_cpu_us: median(cost.bare),
            ours_cpu_us: median(cost.whole),
            client_cpu_us: client!.clientMicros,
          },
          verified: ["every answer 200 with the body in full"],
        };
      } finally {
        await Promise.all([bare.stop(), whole.stop()]);
      }
    }),
});
