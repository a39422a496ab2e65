import { setTimeout as sleep } from "node:timers/promises";
import { createReach } from "../src/features/reach/index.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { systemClock } from "../src/platform/clock.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { type BenchTenant, withBench } from "./support/bench.ts";
import { loops } from "./support/driver.ts";
import { defineFigure } from "./support/figure.ts";
import { type EdgeList, ladder, randomEdges, writeEdges } from "./support/impact-graph.ts";
import { type LoadRequest, load, oncePlanned, requestOf, send } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { median, percentile } from "./support/statistics.ts";

const DEPTH = 5;
/** CIs asked for, in turn, so that callers at once ask different questions. */
const STARTS = 60;
const LADDER = { diamonds: 30, depth: 60, times: 100 };
const LARGE_TIMES = 5;
/** After the first question that follows the last change, until answers are kept. */
const SETTLING_MS = 6_000;

export const figure = defineFigure({
  what: "impact, the whole answer over HTTP, at depth 5, in a tenant that changes each second, against the bare search for set and distances; likewise once nothing changes; one that is cut off at 10,000 CIs; a ladder of 2^30 paths",
  marks: {
    p50: { unit: "ms", better: "lower", must: 25, aim: 12 },
    at_once: { unit: "/s", better: "higher", must: 60, aim: 120 },
    kept_p50: { unit: "ms", better: "lower", must: 25, aim: 12 },
    kept_at_once: { unit: "/s", better: "higher", must: 60, aim: 120 },
    large: { unit: "ms", better: "lower", must: 600, aim: 300 },
    ladder: { unit: "ms", better: "lower", must: 15, aim: 5 },
  },
  settings: {
    cis: 20_000,
    relationships: 80_000,
    hubs: 20_000,
    /** With 0.93 the median answer has some 800 CIs, with 1 some 1,100. */
    travelled: 0.93,
    callers: 16,
    rounds: 5,
    seconds: 4,
    warm_up: 3,
  },

  run: ({ cis, relationships, hubs, travelled, callers, rounds, seconds, warm_up: warmUp }, say) =>
    withBench(say, async ({ stores, graph, newTenant }) => {
      const [wide, narrow] = [await newTenant(), await newTenant()];
      const outbox = createOutbox({ graph, clock: systemClock, onCommitted: () => {} });
      const { failureKinds } = createRelationships({ graph, outbox, clock: systemClock }).verbs;
      const { verbs: reach } = createReach({ graph, failureKinds });
      say(`seeding ${cis} CIs and ${relationships} relationships ...`);
      const estate = randomEdges({ cis, relationships, hubs, travelled });
      await writeEdges(graph, wide.id, estate);
      const large = await addLarge(estate, (edges) => writeEdges(graph, wide.id, edges));
      const rungs = ladder(LADDER.diamonds);
      await writeEdges(graph, narrow.id, rungs);
      const starts = Array.from({ length: STARTS }, (_, i) => estate.ids[Math.floor((i * cis) / STARTS)]!);
      const customKinds = await failureKinds(wide.id);
      const bare = async (id: string, depth = DEPTH) => {
        const search = {
          tenantId: wide.id,
          ids: [id],
          direction: "downstream",
          depth,
          includeSoftware: false,
        } as const;
        return (await reach.search(customKinds, { ...search, looksBeyond: false })).members;
      };
      const service = await startService(serviceEnvironment(stores));
      let changing: NodeJS.Timeout | undefined;
      const path = (id: string, depth: number) => `/v1/cmdb/ci/${id}/impact?depth=${depth}`;
      try {
        const sizes = new Map<string, number>();
        for (const id of starts) {
          const answer = await oncePlanned(() =>
            send<Impact>(service.port, requestOf("GET", path(id, DEPTH), wide.headers)),
          );
          requireSame(answer, await bare(id));
          sizes.set(id, answer.affected.length);
        }
        changing = await keepChanging(service.port, [wide, narrow]);
        let asked = 0;
        const next = (): LoadRequest => {
          const id = starts[asked++ % STARTS]!;
          const wanted = (sizes.get(id)! + 1) * '"id":'.length;
          return {
            request: requestOf("GET", path(id, DEPTH), wide.headers),
            check: (status, body) => requireWhole(status, body, wanted),
          };
        };
        let refusals = 0;
        const counted = (): LoadRequest => {
          const { request, check } = next();
          return { request, check: (status, body) => (status === 503 ? void refusals++ : check(status, body)) };
        };
        let turn = 0;
        const latencies: number[] = [];
        const one = await compare(
          rounds,
          {
            baseline: () => loops(1, seconds * 1_000, async () => void (await bare(starts[turn++ % STARTS]!))),
            ours: async () => {
              const found = await load({ port: service.port, connections: 1, forMs: seconds * 1_000, next });
              latencies.push(...found.latenciesMs);
              return found.perSecond;
            },
          },
          say,
          warmUp,
        );
        const alone = latencies.slice(-Math.ceil((latencies.length * rounds) / (rounds + warmUp)));
        say(`${callers} at once ...`);
        const many = await compare(
          rounds,
          {
            baseline: () => loops(callers, seconds * 1_000, async () => void (await bare(starts[turn++ % STARTS]!))),
            ours: async () =>
              (await load({ port: service.port, connections: callers, forMs: seconds * 1_000, next: counted }))
                .perSecond,
          },
          say,
        );
        if (refusals > 0) throw new Error(`${refusals} answers 503`);
        const timesOf = async (request: Buffer, times: number, check: (answer: Impact) => void) => {
          const answer = await oncePlanned(() => send<Impact>(service.port, request));
          check(answer);
          const shot = { request, check: (status: number, body: Buffer) => requireWhole(status, body, 0) };
          return (await load({ port: service.port, connections: 1, requests: times, next: () => shot })).latenciesMs;
        };
        const big = await timesOf(requestOf("GET", path(large, 10), wide.headers), LARGE_TIMES + 2, (answer) => {
          if (answer.affected.length !== 10_000 || !answer.truncated)
            throw new Error("the large answer was not cut off");
        });
        const climb = await timesOf(
          requestOf("GET", path(rungs.ids[0]!, LADDER.depth), narrow.headers),
          LADDER.times * 2,
          ({ affected }) => {
            if (affected.at(-1)?.distance !== LADDER.depth) throw new Error("the ladder was not climbed");
          },
        );
        clearInterval(changing);
        say("nothing changes any more ...");
        const askAll = () => load({ port: service.port, connections: 1, requests: STARTS, next });
        // The service counts the time from the first question after the last change.
        await askAll();
        await sleep(SETTLING_MS);
        await askAll();
        const forMs = seconds * 1_000;
        const kept = await load({ port: service.port, connections: 1, forMs, next });
        const keptAtOnce = await load({ port: service.port, connections: callers, forMs, next });
        return {
          marks: {
            p50: percentile(alone, 50),
            at_once: many.ours,
            kept_p50: percentile(kept.latenciesMs, 50),
            kept_at_once: keptAtOnce.perSecond,
            large: median(big.slice(2)),
            ladder: median(climb.slice(LADDER.times)),
          },
          details: {
            p95_ms: percentile(alone, 95),
            against_bare: one.ratio,
            bare_ms: 1_000 / one.baseline,
            at_once_against_bare: many.ratio,
            at_once_lowest: many.lowest,
            at_once_highest: many.highest,
            bare_at_once: many.baseline,
            cis_affected: median([...sizes.values()]),
          },
          verified: [`sets and distances of ${STARTS} answers`, "no answer but 200"],
        };
      } finally {
        clearInterval(changing);
        await service.stop();
      }
    }),
});

interface Impact {
  affected: { id: string; distance: number }[];
  truncated: boolean;
}

/** Changes a CI of each tenant every second, so that the service keeps no answer of theirs. */
async function keepChanging(port: number, tenants: readonly BenchTenant[]): Promise<NodeJS.Timeout> {
  const changes = await Promise.all(
    tenants.map(async ({ headers }) => {
      const body = { name: "changing", type: "server" };
      const { id } = await oncePlanned(() =>
        send<{ id: string }>(port, requestOf("POST", "/v1/cmdb/ci", headers, body)),
      );
      return (description: string) => send(port, requestOf("PUT", `/v1/cmdb/ci/${id}`, headers, { description }));
    }),
  );
  let turn = 0;
  const change = () => Promise.all(changes.map((send) => send(`change ${turn++}`)));
  await oncePlanned(change);
  return setInterval(() => void change(), 1_000);
}

/** A CI on which the first CIs of the estate depend, so that 15,000 and more are affected; returns its id. */
async function addLarge({ ids }: EdgeList, write: (edges: EdgeList) => Promise<void>): Promise<string> {
  const large = newId();
  await write({ ids: [large], edges: ids.slice(0, 50).map((source) => ({ source, target: large, type: "USES" })) });
  return large;
}

function requireSame({ affected }: Impact, members: { id: string; distance: number }[]): void {
  const text = (cis: Impact["affected"]) => cis.map(({ id, distance }) => `${id} ${distance}`).join("\n");
  if (text(affected) !== text(members)) throw new Error(`${affected.length} CIs affected, ${members.length} reached`);
}

function requireWhole(status: number, body: Buffer, least: number): void {
  if (status !== 200 || body.length < least || body.at(-1) !== 0x7d) {
    throw new Error(`${status} with ${body.length} bytes: ${body.toString("utf8", 0, 300)}`);
  }
}
