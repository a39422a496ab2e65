import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, withBench } from "./support/bench.ts";
import { seedChangeEstate } from "./support/change-estate.ts";
import { defineFigure } from "./support/figure.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { percentile } from "./support/statistics.ts";

const POLL_MS = 20;
const GIVE_UP_MS = 300_000;
const CIS_OF_A_CHANGE = 5;

export const figure = defineFigure({
  what: "100 analyses of a tenant asked for at once over HTTP, each of a change of five CIs, until the last one is done, by rules, on stores and a service that have just started; against as many asked for one after the other, each once the one before it was done",
  marks: {
    last_done: { unit: "s", better: "lower", must: 60, aim: 20 },
  },
  settings: { analyses: 100, alone: 20, cis: 20_000, affected: 480, services: 20, changed: 5, events: 100_000 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const tenant = await bench.newTenant();
      say(`seeding ${settings.cis} CIs and ${settings.events} events ...`);
      const names = await seedChangeEstate(bench, tenant.id, settings);
      const service = await startService(serviceEnvironment(bench.stores));
      try {
        const ask = asker(service.port, tenant.headers, names);
        const started = performance.now();
        const ids = await Promise.all(Array.from({ length: settings.analyses }, (_, n) => ask(n)));
        const taken = performance.now() - started;
        await untilCompleted(bench, ids);
        const together = performance.now() - started;
        const alone: number[] = [];
        for (let n = 0; n < settings.alone; n++) {
          const began = performance.now();
          await untilCompleted(bench, [await ask(settings.analyses + n)]);
          alone.push(performance.now() - began);
        }
        const oneByOne = (alone.reduce((sum, ms) => sum + ms, 0) / alone.length) * settings.analyses;
        return {
          marks: { last_done: together / 1_000 },
          details: {
            all_accepted_ms: taken,
            alone_median_ms: percentile(alone, 50),
            alone_longest_ms: Math.max(...alone),
            against_one_after_the_other: together / oneByOne,
          },
          verified: [`all ${new Set(ids).size} analyses are completed, each with its 20 fields`],
        };
      } finally {
        await service.stop();
      }
    }),
});

/** Every other change concerns the hosts that carry the services; all are planned for the same night and so conflict. */
function asker(port: number, headers: Record<string, string>, names: readonly string[]) {
  const start = Date.now() + 48 * 3_600_000;
  const plan = {
    planned_start: new Date(start).toISOString(),
    planned_end: new Date(start + 2 * 3_600_000).toISOString(),
  };
  return async (n: number): Promise<string> => {
    const first = n % 2 === 0 ? 0 : (n * 37) % (names.length - CIS_OF_A_CHANGE);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/change-analyses`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        task_node_id: `task-${n}`,
        ci_id: names.slice(first, first + CIS_OF_A_CHANGE),
        change_fields: { priority: "high", category: "normal", ...plan },
      }),
    });
    const body = (await answer.json()) as { id: string };
    if (answer.status !== 202) throw new Error(`answered ${answer.status}: ${JSON.stringify(body)}`);
    return body.id;
  };
}

/** Throws if one failed. */
async function untilCompleted({ postgres }: Bench, ids: readonly string[]): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const [counts] = await postgres.query<{ completed: number; failed: number }>(
      `select count(*) filter (where status = 'completed'
         and (select count(*) from jsonb_object_keys(assessment -> 'fields')) = 20) as completed,
         count(*) filter (where status = 'failed') as failed
       from change_analyses where id = any($1)`,
      [ids],
    );
    if (counts && counts.failed > 0) throw new Error(`${counts.failed} analyses failed`);
    if (counts?.completed === ids.length) return;
    if (performance.now() > until) throw new Error(`${counts?.completed} of ${ids.length} are completed`);
    await sleep(POLL_MS);
  }
}
