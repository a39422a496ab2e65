import type { Driver } from "neo4j-driver";
import type { Sql } from "../src/platform/postgres/postgres.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { copyGraph, mergeGraph } from "./support/copied-graph.ts";
import { openDriver } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { outcomesOf, requireEstate, sampleHost, scan, submission, waitForDeliveredChanges } from "./support/scans.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { median, round } from "./support/statistics.ts";

const BATCH = 2_000;

interface Round {
  first: number;
  merged: number;
  again: number;
}

export const figure = defineFigure({
  what: "a scan from its submission until all is linked, against batched UNWIND MERGE of the same graph; then the same scan again",
  marks: {
    first_scan: { unit: "x", better: "lower", must: 1.5, aim: 1.25 },
    rescan: { unit: "x", better: "lower", must: 0.1, aim: 0.03 },
  },
  settings: { hosts: 1_000, applications: 100, rounds: 3 },

  run: ({ hosts, applications, rounds }, say) =>
    withBench(say, async (bench) => {
      const driver = openDriver(bench.stores);
      const service = await startService(serviceEnvironment(bench.stores));
      try {
        say("warming up ...");
        await oneRound(bench, driver, service, Math.ceil(hosts / 10), applications);
        const measured: Round[] = [];
        for (let i = 0; i < rounds; i++) {
          const found = await oneRound(bench, driver, service, hosts, applications);
          measured.push(found);
          const { first, merged, again } = found;
          say(`round ${i + 1}: merged ${round(merged)} s, scanned ${round(first)} s, again ${round(again)} s`);
        }
        const ratios = measured.map(({ first, merged }) => first / merged);
        return {
          marks: { first_scan: median(ratios), rescan: median(measured.map(({ first, again }) => again / first)) },
          details: {
            lowest: Math.min(...ratios),
            highest: Math.max(...ratios),
            merge_s: median(measured.map(({ merged }) => merged)),
            first_scan_s: median(measured.map(({ first }) => first)),
            rescan_s: median(measured.map(({ again }) => again)),
            hosts,
            applications: hosts * applications,
          },
          verified: [
            "every host processed, every application in the graph once and linked to its host, after scan and rescan",
            "the rescan left the graph's last transaction as it was: nothing was written",
          ],
        };
      } finally {
        await Promise.all([service.stop(), driver.close()]);
      }
    }),
});

async function oneRound(
  bench: Bench,
  driver: Driver,
  service: Service,
  hosts: number,
  applications: number,
): Promise<Round> {
  const [ours, other] = [await bench.newTenant(), await bench.newTenant()];
  await holdSoftware(bench.postgres, ours.id);
  const estate = Array.from({ length: hosts }, (_, i) => sampleHost(i, applications));
  const timed = async (request: Buffer) => {
    const started = performance.now();
    const id = await scan(service, ours, request, hosts);
    return { id, seconds: (performance.now() - started) / 1000 };
  };
  const first = await timed(submission(ours, "scanner-1", estate));
  await requireEstate(bench.graph, ours.id, hosts, applications);
  await waitForDeliveredChanges(bench.graph);

  const before = await lastTransaction(driver);
  const again = await timed(submission(ours, "scanner-1", estate));
  if ((await lastTransaction(driver)) !== before) throw new Error("the rescan wrote to the graph");
  const outcomes = await outcomesOf(service, ours, again.id);
  if (outcomes.unchanged !== hosts) throw new Error(`outcomes of the rescan: ${JSON.stringify(outcomes)}`);
  await requireEstate(bench.graph, ours.id, hosts, applications);

  const copy = await copyGraph(bench.graph, ours.id, other.id);
  const merged = await mergeGraph(driver, other.id, copy, BATCH);
  await requireEstate(bench.graph, other.id, hosts, applications);
  return { first: first.seconds, merged, again: again.seconds };
}

/** A scan that does not end: what follows scans waits for it, and writes nothing between the two measurements. */
async function holdSoftware(sql: Sql, tenantId: string): Promise<void> {
  await sql.query(
    `insert into scans (tenant_id, id, scanner_id, scan_type, format, observed_at, hosts, actor, request_id, progress_at)
     values ($1, 'held', 'held', 'held', 'held', now(), 0, 'bench', 'bench', now() + interval '1 day')`,
    [tenantId],
  );
}

/** The bookmark of a read: it names the last transaction that changed anything in the database. */
async function lastTransaction(driver: Driver): Promise<string> {
  const session = driver.session({ database: "neo4j" });
  try {
    await session.run("RETURN 1");
    return session.lastBookmarks().join();
  } finally {
    await session.close();
  }
}
