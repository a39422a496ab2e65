import { type RequestContext, requireScope } from "../../context.ts";
import { invalidField, isUnavailable } from "../../errors.ts";
import { IDENTIFIER_KINDS, nameKey } from "../../model/identifiers.ts";
import type { Embedder } from "../../platform/ai/index.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { EmbedQuery } from "./embed-query.ts";
import { embeddingsStore } from "./embeddings.store.ts";
import { factsGraph } from "./facts.graph.store.ts";
import type { FindNearest } from "./find-nearest.ts";
import { fuse } from "./fuse.ts";
import { keywordGraph } from "./keyword.graph.store.ts";
import { type KeywordQuery, readKeywords } from "./keyword-query.ts";
import { fieldsWith, type Scored, scoreKeywords } from "./score-keywords.ts";
import { type FoundCi, LONGEST_QUERY, MEANING, type Ranked, type SearchFilters, type Wanted } from "./search.model.ts";

export interface SearchResult {
  ci: FoundCi;
  /** 1: the text names the CI. */
  score: number;
  matchedOn: readonly string[];
}

export interface SearchAnswer {
  queryId: string;
  results: SearchResult[];
  /** `hybrid`: by words and by meaning. */
  method: "hybrid" | "keyword";
  source: "model" | "rules";
  confidence: number;
}

export type SearchCis = (ctx: RequestContext, text: string, wanted: Wanted) => Promise<SearchAnswer>;

export interface SearchCisDeps {
  graph: Graph;
  postgres: Postgres;
  log: Logger;
  embedder: Embedder;
  embedQuery: EmbedQuery;
  findNearest: FindNearest;
  recordAiQuery: RecordAiQuery;
}

/** Each ranking is at least so deep before the rankings are fused. */
const DEPTH = 30;

/**
 * Finds CIs of the tenant by a text: those that it names first, then by its words and, with an embedding model, by its meaning.
 * Filters hold before the best are chosen. Throws 403 without `cmdb.read` and `ai.use`, 400 for a text without a character
 * that can be searched for. A model that does not answer leaves the words: `method` tells.
 */
export function createSearchCis(deps: SearchCisDeps): SearchCis {
  return async (ctx, text, wanted) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    if (text.trim() === "") throw invalidField("query", "needs at least one character that is no blank");
    if (text.length > LONGEST_QUERY) throw invalidField("query", `has more than ${LONGEST_QUERY} characters`);
    return deps.recordAiQuery(ctx, { operation: "ai.search", question: text }, (queryId) =>
      answer(deps, ctx, { queryId, text, wanted }),
    );
  };
}

async function answer(
  deps: SearchCisDeps,
  ctx: RequestContext,
  { queryId, text, wanted }: { queryId: string; text: string; wanted: Wanted },
) {
  const { graph } = deps;
  const { tenantId } = ctx;
  const { filters, limit } = wanted;
  const asked = readKeywords(tenantId, text, filters);
  const depth = Math.max(DEPTH, limit);
  const [named, byWords, byMeaning] = await Promise.all([
    keywordGraph.named(graph, tenantId, asked, filters),
    findByWords(graph, tenantId, asked, filters),
    findByMeaning(deps, ctx, { queryId, text, filters, depth }),
  ]);
  const exact: Ranked[] = [
    ...named.map(({ id, kind }) => ({ id, score: 1, matchedOn: [kind] })),
    ...byWords.filter(({ isExact }) => isExact),
  ];
  const isHybrid = typeof byMeaning !== "string";
  const rankings = isHybrid ? [byWords, byMeaning] : [byWords];
  const ranking = fuse(
    exact,
    rankings.map((one) => one.slice(0, depth)),
  ).slice(0, limit);
  const found = await factsGraph.cisById(graph, tenantId, ranking);
  const wholes = new Set([...asked.names, ...asked.identifiers.map(({ value }) => nameKey(value))]);
  const results = ranking.flatMap(({ id, score, matchedOn, isExact }): SearchResult[] => {
    const ci = found.get(id);
    return ci ? [{ ci, score, matchedOn: isExact ? fieldsOfIdentifiers(ci, matchedOn, wholes) : matchedOn }] : [];
  });
  const method = isHybrid ? ("hybrid" as const) : ("keyword" as const);
  return {
    results,
    method,
    source: isHybrid ? ("model" as const) : ("rules" as const),
    confidence: results[0]?.score ?? 0,
    ...(byMeaning === "failed" && { fellBack: true }),
  };
}

async function findByWords(
  graph: Graph,
  tenantId: string,
  asked: KeywordQuery,
  filters: SearchFilters,
): Promise<Scored[]> {
  if (!asked.lucene) return [];
  return scoreKeywords(asked, await keywordGraph.candidates(graph, tenantId, asked.lucene, filters));
}

/** `none`: without a model, or before the tenant has vectors. `failed`: the model or the index did not answer. */
async function findByMeaning(
  { postgres, log, embedder, embedQuery, findNearest }: SearchCisDeps,
  { tenantId, signal }: RequestContext,
  { queryId, text, filters, depth }: { queryId: string; text: string; filters: SearchFilters; depth: number },
): Promise<Ranked[] | "none" | "failed"> {
  if (!embedder.isAvailable) return "none";
  const [serving] = await embeddingsStore.sweeps(postgres, tenantId, embedder.model);
  if (!serving) return "none";
  const { slot, model, dimensions } = serving;
  const vector = await embedQuery(text, { tenantId, queryId, model, dimensions }, signal);
  if (!vector) return "failed";
  try {
    const near = await findNearest({ tenantId, slot, vector, filters, limit: depth });
    return near.map(({ id, score }) => ({ id, score, matchedOn: [MEANING] }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // For a moment after a restore or a change of the model the index is missing.
    log.warn({ error: (error as Error).message }, "the vector index did not answer; words alone answer");
    return "failed";
  }
}

const KINDS: ReadonlySet<string> = new Set(IDENTIFIER_KINDS.filter((kind) => kind !== "name"));

/** The names of the fields that hold an identifier, instead of its kind, where they hold it as it was written. */
function fieldsOfIdentifiers(ci: FoundCi, matchedOn: readonly string[], wholes: ReadonlySet<string>): string[] {
  const fields = fieldsWith(ci, wholes);
  const others = fields.length > 0 ? matchedOn.filter((name) => !KINDS.has(name)) : matchedOn;
  return [...new Set([...fields, ...others])];
}
