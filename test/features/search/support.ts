import type { RequestContext } from "../../../src/context.ts";
import { createSearch, type Search } from "../../../src/features/search/index.ts";
import type { EnrichmentScope } from "../../../src/platform/enrichment.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createChanges, parseChanges } from "../../../src/platform/jobs/changes.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { type Cmdb, type CmdbStores, createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";
import { type StandIn, standInEmbedder } from "./embedder.ts";

export interface SearchWorld extends Cmdb {
  search: Search;
  embedder: StandIn;
  /** The feature with another model, as after a restart. */
  searchWith(model: StandIn): Search;
  /** Takes turns until nothing is left; returns what they did together. */
  run(options?: { scope?: EnrichmentScope; as?: RequestContext; batchSize?: number; of?: Search }): Promise<RunCounts>;
  /** Delivers the changes of a tenant since the last time. */
  deliver(as?: RequestContext): Promise<void>;
  /** A context of another tenant. */
  otherTenant(): Promise<RequestContext>;
  find(text: string, as?: RequestContext): Promise<string[]>;
}

export interface RunCounts {
  done: number;
  changed: number;
  failed: number;
  turns: number;
}

/** Every suite on the shared stores has the same model, since an installation has one; `at`: stores of the suite's own. */
export async function createSearchWorld(at?: CmdbStores): Promise<SearchWorld> {
  const embedder = standInEmbedder();
  const cmdb = await createCmdb({ at });
  const { graph, postgres, ctx } = cmdb;
  const searchWith = (model: StandIn) =>
    createSearch({
      graph,
      postgres,
      log: createLogger("silent"),
      embedder: model,
      recordAiQuery: async (_ctx, _asked, work) => ({ ...(await work("query-1")), queryId: "query-1" }),
    });
  const search = searchWith(embedder);
  const changes = createChanges();
  changes.subscribe(search.consumers!);
  const delivered = new Map<string, number>();
  return {
    ...cmdb,
    search,
    embedder,
    searchWith,
    async run({ scope = {}, as = ctx, batchSize = 500, of = search } = {}) {
      const work = of.enrichment![0]!;
      const counts = { done: 0, changed: 0, failed: 0, turns: 0 };
      const runId = newId();
      let after: string | undefined;
      do {
        const { signal } = new AbortController();
        const turn = await work.takeTurn({ tenantId: as.tenantId, runId, batchSize, scope, after, signal });
        counts.done += turn.done;
        counts.changed += turn.changed;
        counts.failed += turn.failed;
        counts.turns++;
        after = turn.next;
      } while (after !== undefined && counts.turns < 200);
      return counts;
    },
    async deliver({ tenantId } = ctx) {
      const all = cmdb.changes(tenantId);
      const from = delivered.get(tenantId) ?? 0;
      delivered.set(tenantId, all.length);
      const parsed = parseChanges(JSON.stringify(all.slice(from)));
      await postgres.transaction((tx) => changes.deliver("graph", tx, tenantId, parsed));
    },
    async otherTenant() {
      const other = contextOf(newId());
      await postgres.query("insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())", [
        other.tenantId,
      ]);
      return other;
    },
    async find(text, as = ctx) {
      const { results } = await search.verbs.searchCis(as, text, { limit: 20, filters: {} });
      return results.map(({ ci }) => ci.name);
    },
  };
}
