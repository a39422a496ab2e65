import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { startReportService } from "./support/report-service.ts";
import { seedCis } from "./support/seed.ts";
import { median } from "./support/statistics.ts";

const ORDER = { template_id: "ci_inventory", format: "pdf" };

export const figure = defineFigure({
  what: "PDF of ci_inventory, from the request until it is stored, median; heap that it holds at most, collected, more than before",
  marks: {
    seconds: { unit: "s", better: "lower", must: 20, aim: 5 },
    memory: { unit: "MB", better: "lower", must: 150, aim: 75 },
  },
  settings: { cis: 5_000, rounds: 5, warm_up: 1 },

  run: ({ cis, rounds, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      await seedCis(bench.graph, tenant.id, cis);
      const service = await startReportService(bench, tenant);
      try {
        const times: number[] = [];
        for (let round = -warmUp; round < rounds; round++) {
          const { id, rows, seconds } = await service.make(ORDER);
          say(`${seconds.toFixed(2)} s`);
          if (round >= 0) times.push(seconds);
          if (rows !== cis) throw new Error(`${rows} rows in the report of ${cis} CIs`);
          if (!(await service.download(id)).startsWith("%PDF-")) throw new Error("the report is no PDF");
        }
        const { heapMb, residentMb } = await service.memoryOf(ORDER);
        return {
          marks: { seconds: median(times), memory: heapMb },
          details: { fastest: Math.min(...times), slowest: Math.max(...times), resident_mb: residentMb },
          verified: [`a PDF of ${cis} rows each time`],
        };
      } finally {
        await service.stop();
      }
    }),
});
