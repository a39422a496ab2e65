import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Account, Model } from "../../platform/ai/index.ts";
import { type AskForLinks, createAskForLinks } from "./ask-model.ts";
import { type Found, type ObserveDeps, observe, undeclared } from "./observe.ts";
import { type Candidate, DEFAULT_MIN_CONFIDENCE, pairKey } from "./proposals.model.ts";
import { type WriteDeps, type Written, writeProposals } from "./write-proposals.ts";

export interface DiscoverDeps extends ObserveDeps, WriteDeps {
  model: Model;
}

export interface Discovered {
  /** Strongest first. */
  proposals: Written[];
  /** Whether a model took part. */
  source: "model" | "rules";
  /** A model was asked and gave no usable answer. */
  fellBack: boolean;
  /** Mean of the proposals'; 0 without any. */
  confidence: number;
}

/**
 * Proposes relationships of CIs and writes them as proposals. Throws 403 without `ai.use` and `cmdb.read`, 404 where a CI does
 * not exist.
 */
export type Discover = (
  ctx: RequestContext,
  input: { ciIds: readonly string[]; minConfidence?: number | undefined },
  account: Account,
) => Promise<Discovered>;

export function createDiscover(deps: DiscoverDeps): Discover {
  const propose = createPropose(deps);
  return async (ctx, { ciIds, minConfidence = DEFAULT_MIN_CONFIDENCE }, account) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    const found = await observe(deps, ctx.tenantId, [...new Set(ciIds)]);
    const unknown = ciIds.flatMap((id, at) => (found.cis.has(id) ? [] : [`ciIds.${at}`]));
    if (unknown.length > 0) throw notFound("CI", ...unknown);
    return propose(ctx, found, minConfidence, account);
  };
}

export type Propose = (
  ctx: RequestContext,
  found: Found,
  minConfidence: number,
  account: Account,
) => Promise<Discovered>;

/** Lets a model add to the rules' candidates, where there is one, and writes what is confident enough. */
export function createPropose(deps: DiscoverDeps): Propose {
  const askForLinks = createAskForLinks(deps);
  return async (ctx, found, minConfidence, account) => {
    const byModel = await asked(deps, askForLinks, ctx, found, account);
    const merged = merge(found.candidates, byModel ?? []);
    const all = byModel === undefined ? merged : await undeclared(deps, ctx.tenantId, merged);
    const wanted = all.filter(({ confidence }) => confidence >= minConfidence);
    const proposals = await writeProposals(
      deps,
      ctx,
      wanted.sort((a, b) => b.confidence - a.confidence),
    );
    const sum = proposals.reduce((total, { candidate }) => total + candidate.confidence, 0);
    return {
      proposals,
      source: byModel === undefined ? "rules" : "model",
      fellBack: deps.model.isAvailable && byModel === undefined,
      confidence: proposals.length === 0 ? 0 : Math.round((100 * sum) / proposals.length) / 100,
    };
  };
}

async function asked(
  { model }: DiscoverDeps,
  askForLinks: AskForLinks,
  ctx: RequestContext,
  { subjects, cis, candidates }: Found,
  account: Account,
): Promise<Candidate[] | undefined> {
  if (!model.isAvailable || subjects.length === 0) return undefined;
  return askForLinks(ctx, subjects, cis, candidates, account);
}

/** One candidate a pair: a model raises what the rules found, and never lowers it. */
function merge(byRules: readonly Candidate[], byModel: readonly Candidate[]): Candidate[] {
  const merged = new Map(byRules.map((candidate) => [pairKey(candidate), candidate]));
  for (const candidate of byModel) {
    const key = pairKey(candidate);
    const known = merged.get(key) ?? merged.get(pairKey({ source: candidate.target, target: candidate.source }));
    if (!known) merged.set(key, candidate);
    else if (known.source === candidate.source && candidate.confidence > known.confidence) merged.set(key, candidate);
  }
  return [...merged.values()];
}
