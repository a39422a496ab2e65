import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../src/platform/ids.ts";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { expectAnswer, load, requestOf } from "./support/load.ts";
import { compare } from "./support/rounds.ts";
import { seedCis } from "./support/seed.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { median, percentile } from "./support/statistics.ts";

/** How long the flood runs before anything is measured under it. */
const LEAD_MS = 500;

export const figure = defineFigure({
  what: "p99 of GET one CI under a flood of logins, each with an email of its own, against p99 without",
  marks: { p99: { unit: "x", better: "lower", must: 2, aim: 1.5 } },
  settings: { cis: 10_000, clients: 8, flood: 32, rounds: 7, seconds: 5 },

  run: ({ cis, clients, flood, rounds, seconds }, say) =>
    withBench(say, async ({ stores, graph, newTenant }) => {
      const tenant = await newTenant();
      say(`seeding ${cis} CIs ...`);
      const ids = await seedCis(graph, tenant.id, cis);
      const service = await startService(serviceEnvironment(stores));
      const { port } = service;
      const reads = async () => {
        const next = () => {
          const id = ids[Math.floor(Math.random() * ids.length)]!;
          return {
            request: requestOf("GET", `/v1/cmdb/ci/${id}`, tenant.headers),
            check: (status: number, body: Buffer) => expectAnswer(status, body, 200, `{"id":"${id}"`),
          };
        };
        return load({ port, connections: clients, forMs: seconds * 1000, next });
      };
      // Whoever fails again and again has to wait: with a fresh email each time every login computes its hash.
      const logins = () => {
        const check = (status: number, body: Buffer) => {
          if (status === 503) turnedAway++;
          else expectAnswer(status, body, 401, "AUTH_FAILED");
        };
        const next = () => {
          const body = { email: `${newId()}@example.com`, password: "correct horse battery staple" };
          return { request: requestOf("POST", "/v1/auth/login", {}, body), check };
        };
        return load({ port, connections: flood, forMs: LEAD_MS + seconds * 1000, next });
      };
      const perSecond = { without: [] as number[], under: [] as number[], logins: [] as number[] };
      const loginMs: number[] = [];
      let turnedAway = 0;
      try {
        const { ratio, ...found } = await compare(
          rounds,
          {
            baseline: async () => {
              const result = await reads();
              perSecond.without.push(result.perSecond);
              return percentile(result.latenciesMs, 99);
            },
            ours: async () => {
              const flooding = logins();
              await sleep(LEAD_MS);
              const result = await reads();
              const flooded = await flooding;
              perSecond.under.push(result.perSecond);
              perSecond.logins.push(flooded.perSecond);
              loginMs.push(percentile(flooded.latenciesMs, 99));
              return percentile(result.latenciesMs, 99);
            },
          },
          say,
        );
        return {
          marks: { p99: ratio },
          details: {
            lowest: found.lowest,
            highest: found.highest,
            p99_without_ms: found.baseline,
            p99_under_ms: found.ours,
            reads_without_per_s: median(perSecond.without),
            reads_under_per_s: median(perSecond.under),
            logins_per_s: median(perSecond.logins),
            login_p99_ms: median(loginMs),
            logins_turned_away: turnedAway,
          },
          verified: [
            "every read 200 with the id asked for",
            "every login 401 after its hash was computed, or 503 where it had to wait too long",
          ],
        };
      } finally {
        await service.stop();
      }
    }),
});
