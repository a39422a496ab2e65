import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withBench } from "./support/bench.ts";
import { type BareDriver, neo4j, openDriver } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { startReportService } from "./support/report-service.ts";
import { compare } from "./support/rounds.ts";
import { seedCis } from "./support/seed.ts";

const ORDER = { template_id: "ci_inventory", format: "csv" };

/** What the report's columns hold, in its order. */
const BARE = `
MATCH (c:CI)
USING INDEX c:CI(tenant, id)
WHERE c.tenant = $tenant AND c.id >= ''
WITH c ORDER BY c.type, toLower(c.name), c.id
RETURN c.name AS name, c.type AS type, c.status AS status, c.\`attributes.os\` AS os,
  c.\`attributes.ip_address\` AS ip_address, COUNT { (c)--(:CI) } AS \`relationships.count\`,
  c.createdAt AS created_at, c.updatedAt AS updated_at, c.id AS id`;

export const figure = defineFigure({
  what: "CSV of ci_inventory, from the request until it is stored, against a bare driver stream of its columns into a file; heap that it holds at most, collected, more than before",
  marks: {
    speed: { unit: "x", better: "higher", must: 0.5, aim: 0.8 },
    memory: { unit: "MB", better: "lower", must: 64, aim: 32 },
  },
  settings: { cis: 100_000, rounds: 5, warm_up: 2 },

  run: ({ cis, rounds, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      say(`seeding ${cis} CIs ...`);
      await seedCis(bench.graph, tenant.id, cis);
      const folder = await mkdtemp(path.join(tmpdir(), "orrery-bench-csv-"));
      const file = path.join(folder, "bare.csv");
      const driver = openDriver(bench.stores);
      const service = await startReportService(bench, tenant);
      try {
        let last = "";
        const ours = async () => {
          const { id, rows, seconds } = await service.make(ORDER);
          if (rows !== cis) throw new Error(`${rows} rows in the report of ${cis} CIs`);
          last = id;
          return rows / seconds;
        };
        const baseline = async () => {
          const started = performance.now();
          await streamToFile(driver, tenant.id, file);
          return cis / ((performance.now() - started) / 1_000);
        };
        const speed = await compare(rounds, { baseline, ours }, say, warmUp);
        const [report, bare] = [await service.download(last), await readFile(file, "utf8")];
        if (withoutLastColumn(report) !== bare) throw new Error("the report and the bare file differ");
        const { heapMb, residentMb } = await service.memoryOf(ORDER);
        return {
          marks: { speed: speed.ratio, memory: heapMb },
          details: {
            lowest: speed.lowest,
            highest: speed.highest,
            rows_per_second: speed.ours,
            bare_rows_per_second: speed.baseline,
            resident_mb: residentMb,
          },
          verified: ["the report's rows are those of the bare file, byte by byte, but for the column data_as_of"],
        };
      } finally {
        await service.stop();
        await driver.close();
        await rm(folder, { recursive: true });
      }
    }),
});

async function streamToFile(driver: BareDriver, tenant: string, file: string): Promise<void> {
  const session = driver.session({ database: "neo4j", defaultAccessMode: neo4j.session.READ });
  const out = createWriteStream(file);
  try {
    let isFirst = true;
    for await (const record of session.run(BARE, { tenant })) {
      if (isFirst) out.write(`${record.keys.join(",")}\r\n`);
      isFirst = false;
      if (!out.write(`${record.keys.map((key) => record.get(key)).join(",")}\r\n`)) await once(out, "drain");
    }
    out.end();
    await once(out, "finish");
  } finally {
    await session.close();
  }
}

function withoutLastColumn(csv: string): string {
  return csv.replaceAll(/,[^,\r]*\r\n/g, "\r\n");
}
