import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../src/platform/ids.ts";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { requestOf, send } from "./support/load.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";
import { startReceiver } from "./support/webhooks.ts";

const WARM_UP = 10;

export const figure = defineFigure({
  what: "from the answer to POST one CI, committed by then, to the arrival of its webhook, on a service that does nothing else",
  marks: {
    p50: { unit: "ms", better: "lower", must: 50, aim: 15 },
    p99: { unit: "ms", better: "lower", must: 250, aim: 100 },
  },
  settings: { writes: 300, pause_ms: 100 },

  run: ({ writes, pause_ms: pauseMs }, say) =>
    withBench(say, async ({ stores, newTenant }) => {
      const receiver = await startReceiver();
      const service = await startService({ ...serviceEnvironment(stores), ORRERY_EGRESS_ALLOW: "127.0.0.1" });
      try {
        const { headers } = await newTenant();
        const post = (path: string, body: object) => send(service.port, requestOf("POST", path, headers, body));
        const kinds = { ci: ["ci.created"], event: ["event.created"] } as const;
        const latencies = { ci: [] as number[], event: [] as number[] };
        for (const kind of ["ci", "event"] as const) {
          await post("/v1/webhooks", { name: kind, url: receiver.url(kind), events: kinds[kind] });
          const write = () =>
            kind === "ci"
              ? post("/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server" })
              : post("/v1/events", { title: "Disk full", severity: "high", source: "bench" });
          // The first ones plan statements, which may take longer than a caller is let wait.
          for (let i = 0; i < WARM_UP; i++) await write().catch(() => undefined);
          await sleep(1_000);
          for (let i = 0; i < writes; i++) {
            await receiver.reset();
            const arrived = receiver.until(1).then(() => performance.now());
            await write();
            const committed = performance.now();
            // May arrive before the answer does.
            const ms = Math.max(0, (await arrived) - committed);
            latencies[kind].push(ms);
            await sleep(pauseMs);
          }
          say(
            `${kind}: p50 ${percentile(latencies[kind], 50).toFixed(1)} ms, p99 ${percentile(latencies[kind], 99).toFixed(1)} ms`,
          );
        }
        return {
          marks: { p50: percentile(latencies.ci, 50), p99: percentile(latencies.ci, 99) },
          details: {
            ci_p90_ms: percentile(latencies.ci, 90),
            event_p50_ms: percentile(latencies.event, 50),
            event_p99_ms: percentile(latencies.event, 99),
          },
          verified: ["every write was told of"],
        };
      } finally {
        await service.stop();
        await receiver.close();
      }
    }),
});
