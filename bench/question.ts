import { systemContext } from "../src/context.ts";
import { createReadInWords } from "../src/features/questions/read-in-words.ts";
import { vocabularyJob } from "../src/features/questions/vocabulary/keep-vocabulary.ts";
import { createLoadVocabulary } from "../src/features/questions/vocabulary/load-vocabulary.ts";
import { newId } from "../src/platform/ids.ts";
import { createLogger } from "../src/platform/log.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { queryVerbs } from "./support/query-race.ts";
import { seedCis } from "./support/seed.ts";
import { median, percentile } from "./support/statistics.ts";

/** Questions on CIs of `seedCis`, and the entity that each asks of. */
const QUESTIONS: readonly (readonly [question: string, entity: string])[] = [
  ["How many servers are there?", "ci"],
  ["How many servers are in maintenance?", "ci"],
  ["List all databases", "ci"],
  ["Which applications depend on host-500.example.com?", "ci"],
  ["What fails if host-70000.example.com goes down?", "ci"],
  ["What does host-99000.example.com need?", "ci"],
  ["Top 5 servers by memory", "ci"],
  ["Number of CIs per type", "ci"],
  ["Which servers have more than 16 cpu_cores?", "ci"],
  ["Which servers have more than 8 cpu_cores and are in maintenance?", "ci"],
  ["Which databases are in maintenance?", "ci"],
  ["What is the os of host-12345.example.com?", "ci"],
  ["How many events were there in the last 7 days?", "event"],
  ["How many critical events were there last month?", "event"],
  ["Number of events per severity since 2026-01-01", "event"],
  ["Which CIs changed since yesterday?", "history"],
  ["Applications that depend on host-8000.example.com", "ci"],
  ["Servers without relationships", "ci"],
  ["Number of servers per site", "ci"],
  ["Events of host-500.example.com since last week", "event"],
];

export const figure = defineFigure({
  what: "understanding one question by rules, its look-ups in both stores and the check of the form included: the slowest of 20 questions by its median, and p99 of all",
  marks: {
    slowest: { unit: "ms", better: "lower", must: 50, aim: 10 },
    p99: { unit: "ms", better: "lower", must: 50, aim: 10 },
  },
  settings: { cis: 100_000, rounds: 30, warm_up: 20 },

  run: ({ cis, rounds, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const tenant = (await bench.newTenant()).id;
      say(`seeding ${cis} CIs and reading their words ...`);
      await seedCis(bench.graph, tenant, cis);
      await readVocabulary(bench, tenant);
      const readInWords = createReadInWords({
        query: queryVerbs(bench),
        loadVocabulary: createLoadVocabulary(bench),
        askModel: undefined,
        first: "rules",
      });
      const ctx = systemContext(tenant, newId());
      const clock = { now: new Date("2026-02-01T12:00:00Z"), zone: "UTC" };
      const medians: Record<string, number> = {};
      const all: number[] = [];
      for (const [question, entity] of QUESTIONS) {
        const times: number[] = [];
        for (let round = -warmUp; round < rounds; round++) {
          const started = performance.now();
          const read = await readInWords(ctx, question, clock, newId());
          if (round >= 0) times.push(performance.now() - started);
          if (!read.understood) throw new Error(`${question}: ${read.reason}`);
          if (read.form.entity !== entity) throw new Error(`${question}: read as one of ${read.form.entity}`);
        }
        medians[question] = median(times);
        all.push(...times);
      }
      return {
        marks: { slowest: Math.max(...Object.values(medians)), p99: percentile(all, 99) },
        details: { median_ms: median(all), ...medians },
        verified: [`${QUESTIONS.length} questions understood, each as a form of the right records`],
      };
    }),
});

/** As the job does, turn after turn. */
async function readVocabulary(bench: Bench, tenantId: string): Promise<void> {
  let isOver = false;
  const jobs = {
    send: async () => {
      isOver = false;
      return null;
    },
  };
  const job = vocabularyJob({ ...bench, jobs } as never);
  while (!isOver) {
    isOver = true;
    await job.run({ tenantId }, { signal: new AbortController().signal, log: createLogger("warn") } as never);
  }
}
