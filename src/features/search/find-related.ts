import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { displayType } from "../../model/relationships.ts";
import type { Embedder } from "../../platform/ai/index.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import { embeddingsStore } from "./embeddings.store.ts";
import { factsGraph } from "./facts.graph.store.ts";
import type { FindNearest } from "./find-nearest.ts";
import { type NearCi, type Peer, relatedGraph, type SoftwareMate } from "./related.graph.store.ts";
import type { FoundCi } from "./search.model.ts";
import { type Near, vectorsGraph } from "./vectors.graph.store.ts";

export interface RelatedCi {
  ci: FoundCi;
  /** 0 to 1. */
  score: number;
  /** Sentences with the figures behind the score, the weightiest first. */
  reasons: string[];
}

export interface RelatedAnswer {
  queryId: string;
  related: RelatedCi[];
  source: "model" | "rules";
  confidence: number;
}

export type FindRelated = (ctx: RequestContext, ciId: string, limit: number) => Promise<RelatedAnswer>;

export interface FindRelatedDeps {
  graph: Graph;
  postgres: Postgres;
  embedder: Embedder;
  findNearest: FindNearest;
  recordAiQuery: RecordAiQuery;
}

interface Reason {
  /** 0 to 1: how sure this alone makes that the two belong together. */
  weight: number;
  text: string;
}

/** CIs that are read for each kind of reason. */
const DEPTH = 200;
/** Texts less alike than that say nothing. */
const LEAST_LIKENESS = 0.75;

/**
 * CIs that belong together with a CI: near it in the graph, with the same rare software, with the same neighbours, with a similar
 * text. Reasons add up as independent evidence does. Throws 403 without `cmdb.read` and `ai.use`, 404.
 */
export function createFindRelated(deps: FindRelatedDeps): FindRelated {
  return async (ctx, ciId, limit) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    const start = (await factsGraph.cisById(deps.graph, ctx.tenantId, [{ id: ciId }])).get(ciId);
    if (!start) throw notFound("CI", "ciId");
    return deps.recordAiQuery(ctx, { operation: "ai.related", question: start.name }, () =>
      answer(deps, ctx.tenantId, ciId, limit),
    );
  };
}

async function answer(deps: FindRelatedDeps, tenantId: string, ciId: string, limit: number) {
  const { graph } = deps;
  const [near, software, peers, alike] = await Promise.all([
    relatedGraph.near(graph, tenantId, ciId, DEPTH),
    relatedGraph.software(graph, tenantId, ciId, DEPTH),
    relatedGraph.peers(graph, tenantId, ciId, DEPTH),
    findAlike(deps, tenantId, ciId),
  ]);
  const reasons = new Map<string, Reason[]>();
  const add = (id: string, reason: Reason) => reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  for (const one of near) add(one.id, reasonOfDistance(one));
  for (const one of software) add(one.id, reasonOfSoftware(one));
  for (const one of peers) add(one.id, reasonOfPeers(one));
  for (const one of alike) add(one.id, reasonOfText(one));
  const ranked = [...reasons]
    .map(([id, all]) => ({ id, all, score: 1 - all.reduce((rest, { weight }) => rest * (1 - weight), 1) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
  const found = await factsGraph.cisById(graph, tenantId, ranked);
  const related = ranked.flatMap(({ id, all, score }): RelatedCi[] => {
    const ci = found.get(id);
    const sorted = [...all].sort((a, b) => b.weight - a.weight);
    return ci ? [{ ci, score, reasons: sorted.map(({ text }) => text) }] : [];
  });
  const source = alike.length > 0 ? ("model" as const) : ("rules" as const);
  return { related, source, confidence: related[0]?.score ?? 0 };
}

/** CIs with a similar text; none without vectors. The vector of the CI is stored: the model is not asked. */
async function findAlike(
  { graph, postgres, embedder, findNearest }: FindRelatedDeps,
  tenantId: string,
  ciId: string,
): Promise<Near[]> {
  const [serving] = await embeddingsStore.sweeps(postgres, tenantId, embedder.model);
  if (!serving) return [];
  const vector = await vectorsGraph.vectorOf(graph, tenantId, serving.slot, ciId);
  if (!vector) return [];
  const near = await findNearest({ tenantId, slot: serving.slot, vector, filters: {}, limit: DEPTH >> 2 });
  return near.filter(({ id, score }) => id !== ciId && score >= LEAST_LIKENESS);
}

function reasonOfDistance({ distance, graphType, spelling, outgoing }: NearCi): Reason {
  if (distance > 1 || graphType === null) {
    return { weight: 0.6 / distance, text: `${distance} relationships away` };
  }
  const type = displayType(graphType, spelling);
  return { weight: 0.6, text: `directly related: ${outgoing ? "the CI" : "it"} ${type} ${outgoing ? "it" : "the CI"}` };
}

function reasonOfSoftware({ shared, rarity, names }: SoftwareMate): Reason {
  const products = shared === 1 ? "1 product" : `${shared} products`;
  const weight = 0.7 * (1 - Math.exp(-rarity * 2));
  return { weight, text: `shares ${products} that few servers have: ${names.join(", ")}` };
}

function reasonOfPeers({ shared, names }: Peer): Reason {
  const neighbours = shared === 1 ? "1 neighbour" : `${shared} neighbours`;
  return { weight: 0.7 * (1 - 1 / (1 + shared)), text: `same type, and shares ${neighbours}: ${names.join(", ")}` };
}

/** `score` is (1 + cosine) / 2. */
function reasonOfText({ score }: Near): Reason {
  const weight = 0.5 * ((score - LEAST_LIKENESS) / (1 - LEAST_LIKENESS));
  return { weight, text: `similar description (${Math.round(score * 100)} % alike)` };
}
