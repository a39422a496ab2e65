import { hasNewFields, savedCi } from "../../../model/changes.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { ChangeConsumers } from "../../../platform/jobs/changes.ts";
import { defineJob, type JobDefinition } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { READ_VOCABULARY } from "../job-refs.ts";
import { termsOf } from "./terms.ts";
import { vocabularyGraph } from "./vocabulary.graph.store.ts";
import { vocabularyStore } from "./vocabulary.store.ts";

/** A run ends after this time and sends its successor, so that tenants alternate. */
const TURN_MS = 1_000;
const PAGE = 1_000;
/** Characters of one page, unless a single CI has more. */
const PAGE_CHARS = 4_000_000;
const LONGEST_SOURCE = 100;
/** Sources of events that a process remembers as stored. */
const MOST_REMEMBERED = 10_000;

type Terms = ReturnType<typeof termsOf>;

async function addTerms(tx: Sql, tenantId: string, all: readonly Terms[]): Promise<void> {
  await vocabularyStore.addFields(tx, tenantId, unique(all.flatMap(({ fields }) => fields)));
  await vocabularyStore.addValues(tx, tenantId, unique(all.flatMap(({ values }) => values)));
}

function unique<T>(terms: readonly T[]): T[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/**
 * Adds the words of changed CIs and of events to those that questions may use. Nearly every event is of a source that is
 * stored already: this process remembers those that it has found there, which stay there as long as the tenant.
 */
export function createVocabularyConsumers(): ChangeConsumers {
  const stored = new Set<string>();
  const keyOf = (tenantId: string, source: string) => `${tenantId} ${source}`;
  return {
    graph: async (tx, tenantId, changes) => {
      // The words of other fields were added before.
      const saved = changes.flatMap((change) => (hasNewFields(change) ? (savedCi(change) ?? []) : []));
      if (saved.length > 0) await addTerms(tx, tenantId, saved.map(termsOf));
    },
    events: async (tx, tenantId, changes) => {
      const sources = changes.flatMap(({ kind, after }) => (kind === "event.created" ? [after.source.trim()] : []));
      const values = [...new Set(sources)].filter(
        (source) => source !== "" && source.length <= LONGEST_SOURCE && !stored.has(keyOf(tenantId, source)),
      );
      const missing = await vocabularyStore.addValues(
        tx,
        tenantId,
        values.map((value) => ({ path: "event.source", value })),
      );
      // What was missing is added by this transaction, which may fail: a later one finds it stored.
      if (missing > 0) return;
      if (stored.size + values.length > MOST_REMEMBERED) stored.clear();
      for (const source of values) stored.add(keyOf(tenantId, source));
    },
  };
}

interface Deps {
  graph: Graph;
  postgres: Postgres;
  jobs: SendJobs;
}

/** Reads a tenant's CIs page by page, each page in one transaction with the mark of how far it came. */
export function vocabularyJob({ graph, postgres, jobs }: Deps): JobDefinition {
  return defineJob(READ_VOCABULARY, {
    async run({ tenantId }, { signal }) {
      const until = performance.now() + TURN_MS;
      let after = await vocabularyStore.readTo(postgres, tenantId);
      while (after !== null) {
        signal.throwIfAborted();
        const { page, isComplete } = await readPage(graph, tenantId, after ?? "");
        const last = page.at(-1)?.id;
        await postgres.transaction(async (tx) => {
          await addTerms(tx, tenantId, page.map(termsOf));
          await vocabularyStore.setReadTo(tx, tenantId, last, isComplete);
        });
        after = isComplete ? null : last;
        if (after !== null && performance.now() >= until) return jobs.send(READ_VOCABULARY, { tenantId });
      }
    },
  });
}

/** As many CIs as fit into a page, at least one; `isComplete` if none is left behind them. */
async function readPage(graph: Graph, tenantId: string, after: string) {
  const sizes = await vocabularyGraph.sizesAfter(graph, tenantId, after, PAGE);
  let [chars, length] = [sizes[0] ?? 0, 1];
  while (length < sizes.length && chars + sizes[length]! <= PAGE_CHARS) chars += sizes[length++]!;
  const page = await vocabularyGraph.fieldsAfter(graph, tenantId, after, length);
  return { page, isComplete: page.length === 0 || (sizes.length < PAGE && length >= sizes.length) };
}

export function owedVocabularies({ postgres }: Pick<Deps, "postgres">): OwedWork {
  return owedWork(READ_VOCABULARY, async () => {
    return (await vocabularyStore.unread(postgres)).map((tenantId) => ({ tenantId }));
  });
}
