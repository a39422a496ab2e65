import { systemContext } from "../src/context.ts";
import { createSearch, type Search } from "../src/features/search/index.ts";
import { newId } from "../src/platform/ids.ts";
import { createLogger } from "../src/platform/log.ts";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { sampleCi, seedCis } from "./support/seed.ts";
import { median, percentile } from "./support/statistics.ts";
import { nearestByBruteForce, type SyntheticEmbedder, syntheticEmbedder } from "./support/synthetic-embedder.ts";

export const figure = defineFigure({
  what:
    "semantic search with a synthetic embedding model: recall at 10 of a tenant that holds a thousandth of the index, p99 of a " +
    "search in the tenant that holds the rest, and embedding its CIs against asking the model alone",
  marks: {
    recall_at_10: { unit: "x", better: "higher", must: 0.95, aim: 0.99 },
    search_p99: { unit: "ms", better: "lower", must: 150, aim: 50 },
    embedding_rate: { unit: "x", better: "higher", must: 0.7, aim: 0.9 },
  },
  settings: { cis: 100_000, queries: 300, dimensions: 384, model_millis: 250, warm_up: 50 },

  run: ({ cis, queries, dimensions, model_millis: millis, warm_up: warmUp }, say) =>
    withBench(say, async (bench) => {
      const embedder = syntheticEmbedder(dimensions, millis);
      const search = createSearch({
        ...bench,
        log: createLogger("warn"),
        embedder,
        recordAiQuery: async (_ctx, _asked, work) => ({ ...(await work("")), queryId: "" }),
      });
      const few = Math.max(1, Math.round(cis / 1_000));
      const [large, small] = [(await bench.newTenant()).id, (await bench.newTenant()).id];
      say(`seeding ${cis} CIs ...`);
      const names = (count: number) => Array.from({ length: count }, (_, i) => sampleCi(i).name);
      await seedCis(bench.graph, large, cis - few);
      await seedCis(bench.graph, small, few);
      say("embedding ...");
      const rate = await embedAll(search, large, cis - few);
      await embedAll(search, small, few);
      const bare = await bareRate(embedder, large);
      say(`${Math.round(rate)} a second, the model alone ${Math.round(bare)}; searching ...`);
      const measured = { search, embedder, queries };
      await measure({ ...measured, tenantId: large, names: names(cis - few), queries: warmUp, compared: 0 });
      const inSmall = await measure({ ...measured, tenantId: small, names: names(few), compared: queries });
      const inLarge = await measure({ ...measured, tenantId: large, names: names(cis - few), compared: 30 });
      return {
        marks: {
          recall_at_10: inSmall.recall,
          search_p99: percentile(inLarge.millis, 99),
          embedding_rate: rate / bare,
        },
        details: {
          search_median_ms: median(inLarge.millis),
          recall_in_the_large_tenant: inLarge.recall,
          small_tenant_p99_ms: percentile(inSmall.millis, 99),
          embedded_a_second: rate,
          model_alone_a_second: bare,
        },
        verified: [`nearest neighbours of ${queries} and 30 queries compared with those by brute force`],
      };
    }),
});

/** CIs a second over all turns of a run. */
async function embedAll(search: Search, tenantId: string, count: number): Promise<number> {
  const [work] = search.enrichment!;
  const { signal } = new AbortController();
  const started = performance.now();
  let changed = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const turn = { tenantId, runId: "bench", batchSize: work!.defaultBatchSize, scope: {}, after, signal };
    const done = await work!.takeTurn(turn);
    changed += done.changed;
    after = done.next;
  }
  if (changed !== count) throw new Error(`${changed} of ${count} CIs were embedded`);
  return count / ((performance.now() - started) / 1_000);
}

async function bareRate(embedder: SyntheticEmbedder, tenantId: string): Promise<number> {
  const texts = Array.from({ length: 250 }, (_, i) => `text ${i}`);
  const started = performance.now();
  const requests = 12;
  for (let i = 0; i < requests; i++) await embedder.embed(texts, { tenantId, purpose: "bench" });
  return (requests * texts.length) / ((performance.now() - started) / 1_000);
}

interface Measured {
  search: Search;
  embedder: SyntheticEmbedder;
  tenantId: string;
  /** Of the tenant's CIs, the nth being that of `sampleCi(n)`. */
  names: readonly string[];
  queries: number;
  /** How many of the queries are compared with brute force. */
  compared: number;
}

/** Searches one after another by words that no CI has, so that the meaning alone decides. */
async function measure({ search, embedder, tenantId, names, queries, compared }: Measured) {
  const ctx = systemContext(tenantId, newId());
  const vectors = compared > 0 ? names.map((name, i) => embedder.vectorOf(tenantId, firstLineOf(name, i))) : [];
  const millis: number[] = [];
  let found = 0;
  for (let i = 0; i < queries; i++) {
    const text = `qzx${i}vw`;
    const started = performance.now();
    const { results, method } = await search.verbs.searchCis(ctx, text, { limit: 10, filters: {} });
    millis.push(performance.now() - started);
    if (method !== "hybrid" || results.length !== 10) throw new Error(`${results.length} results by ${method}`);
    if (i >= compared) continue;
    const wanted = nearestByBruteForce(vectors, embedder.vectorOf(tenantId, text), 10).map((place) => names[place]);
    found += results.filter(({ ci }) => wanted.includes(ci.name)).length;
  }
  return { millis, recall: compared > 0 ? found / (10 * compared) : 1 };
}

/** As the text of a CI begins (`ci-text.ts`). */
function firstLineOf(name: string, i: number): string {
  const { type, status } = sampleCi(i);
  const title = type.replaceAll("_", " ").replaceAll(/\b\w/g, (letter) => letter.toUpperCase());
  return `${name} (${title}, ${status})`;
}
