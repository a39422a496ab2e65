import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { compare } from "./support/rounds.ts";
import { requireEstate, sampleHost, scan, submission } from "./support/scans.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";

export const figure = defineFigure({
  what: "scanners with overlapping hosts at once, each host seen by two, against the same scans one after another",
  marks: { overlap: { unit: "x", better: "higher", must: 0.9, aim: 2 } },
  settings: { scanners: 8, hosts: 100, applications: 50, rounds: 5 },

  run: ({ scanners, hosts, applications, rounds }, say) =>
    withBench(say, async (bench) => {
      const service = await startService(serviceEnvironment(bench.stores));
      try {
        const size = { scanners, hosts, applications };
        const { ratio, ...found } = await compare(
          rounds,
          { baseline: () => scanAll(bench, service, size, false), ours: () => scanAll(bench, service, size, true) },
          say,
        );
        return {
          marks: { overlap: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            one_after_another_hosts_per_s: found.baseline,
            at_once_hosts_per_s: found.ours,
          },
          verified: [
            "every host of every scan processed, none failed",
            "no host and no application in the graph twice",
          ],
        };
      } finally {
        await service.stop();
      }
    }),
});

/** Every scanner sees half of its neighbour's hosts. Answers the hosts processed per second. */
async function scanAll(
  bench: Bench,
  service: Service,
  { scanners, hosts, applications }: { scanners: number; hosts: number; applications: number },
  atOnce: boolean,
): Promise<number> {
  const tenant = await bench.newTenant();
  const step = Math.ceil(hosts / 2);
  const distinct = scanners * step;
  const estate = Array.from({ length: distinct }, (_, i) => sampleHost(i, applications));
  const requests = Array.from({ length: scanners }, (_, s) => {
    const seen = Array.from({ length: hosts }, (_, i) => estate[(s * step + i) % distinct]!);
    return submission(tenant, `scanner-${s}`, seen);
  });
  const started = performance.now();
  if (atOnce) await Promise.all(requests.map((request) => scan(service, tenant, request, hosts)));
  else for (const request of requests) await scan(service, tenant, request, hosts);
  const seconds = (performance.now() - started) / 1000;
  await requireEstate(bench.graph, tenant.id, distinct, applications);
  return (scanners * hosts) / seconds;
}
