import { type RequestContext, requireScope } from "../../context.ts";
import { invalid, isNotFound, notFound } from "../../errors.ts";
import { canonicalType } from "../../model/ci-types.ts";
import type { Account } from "../../platform/ai/index.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { InsightVerbs } from "../insights/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import type { CategorizedInsight } from "./analysis.model.ts";
import type { AnalyzeDeps } from "./analyze.ts";
import { type Facts, factsOf } from "./facts.ts";

import { findingsOf } from "./findings.ts";
import { askModel, askModelOfEach, withModel } from "./insights-by-model.ts";
import { insightsByRules, type RuleInsights } from "./insights-by-rules.ts";

export interface InsightDeps extends AnalyzeDeps {
  insights: Pick<InsightVerbs, "make" | "keepByRules">;
  listCis: CiVerbs["listCis"];
  processConnections: TopologyVerbs["processConnections"];
}

export interface GeneratedInsights {
  insights: CategorizedInsight[];
  /** `model` where a model answered of at least one CI. */
  source: "model" | "rules";
  /** Mean of those of the CIs. */
  confidence: number;
  fellBack: boolean;
}

export interface CiInsightRecord
  extends Pick<RuleInsights, "role" | "criticality" | "dependencies" | "recommendations"> {
  ciId: string;
  summary: string;
  generatedAt: Date;
  source: "model" | "rules";
  confidence: number;
  fellBack: boolean;
}

/** How sure the rules are of a role and a criticality. */
const BY_RULES = 0.7;
export const DEFAULT_CIS = 10;
export const MOST_CIS = 50;

/** Insights of a CI, or of the newest CIs of a type. Throws 400 for both or neither, 403, 404. */
export type GenerateInsights = (
  ctx: RequestContext,
  input: { ciId?: string | undefined; type?: string | undefined; limit?: number | undefined },
  account: Account,
) => Promise<GeneratedInsights>;

export function createGenerateInsights(deps: InsightDeps): GenerateInsights {
  return async (ctx, { ciId, type, limit = DEFAULT_CIS }, account) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    if ((ciId === undefined) === (type === undefined)) {
      const reason = "give either ciId or type";
      throw invalid([
        { field: "ciId", reason },
        { field: "type", reason },
      ]);
    }
    const ids = ciId === undefined ? await newestOf(deps, ctx, type!, limit) : [ciId];
    const all = await factsOf(deps, ctx, ids);
    if (ciId !== undefined && all.length === 0) throw notFound("CI", "ciId");
    const known = all.map(({ ci }) => ci.id);
    const answers = await askModelOfEach(deps, ctx, known, account);
    const found: CategorizedInsight[] = [];
    for (const facts of all) {
      const kept = await keptByRules(deps, ctx, facts).catch((error: unknown) => {
        // One of several was deleted meanwhile: the others have their insights.
        if (ciId === undefined && isNotFound(error)) return undefined;
        throw error;
      });
      if (!kept) continue;
      const answer = answers.get(facts.ci.id);
      found.push(...(answer ? withModel(kept.insights, answer) : kept.insights));
    }
    const shares = known.map((id) => answers.get(id)?.confidence ?? BY_RULES);
    const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    const fellBack = deps.model.isAvailable && known.length > 0 && answers.size === 0;
    const confidence = known.length === 0 ? BY_RULES : Math.round(100 * mean) / 100;
    return { insights: found, source: answers.size > 0 ? "model" : "rules", confidence, fellBack };
  };
}

/** The insights of one CI, by a model where one answers, kept as its record. Throws 403, 404. */
export type CiInsightsOf = (ctx: RequestContext, ciId: string, account: Account) => Promise<CiInsightRecord>;

export function createCiInsightsOf(deps: InsightDeps): CiInsightsOf {
  return async (ctx, ciId, account) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    const [facts] = await factsOf(deps, ctx, [ciId]);
    if (!facts) throw notFound("CI");
    const byModel = await askModel(deps, ctx, ciId, account);
    const byRules = await keptByRules(deps, ctx, facts);
    const { role, criticality, dependencies, summary, recommendations } = byRules;
    const fellBack = deps.model.isAvailable && byModel === undefined;
    const rules = { ciId, role, criticality, dependencies, summary, recommendations, fellBack };
    if (!byModel) return { ...rules, source: "rules", confidence: BY_RULES, generatedAt: deps.clock.now() };
    const { role: said, criticality: level, dependencies: needs, confidence, generatedAt } = byModel;
    return { ...rules, role: said, criticality: level, dependencies: needs, source: "model", confidence, generatedAt };
  };
}

async function keptByRules(deps: InsightDeps, ctx: RequestContext, facts: Facts): Promise<RuleInsights> {
  const { id } = facts.ci;
  const byRules = insightsByRules(facts, findingsOf(facts), await deps.processConnections(ctx, id));
  const { role, criticality, dependencies, summary, recommendations } = byRules;
  const generatedAt = deps.clock.now();
  const kept = {
    ciId: id,
    role,
    criticality,
    dependencies,
    summary,
    recommendations,
    confidence: BY_RULES,
    generatedAt,
  };
  await deps.insights.keepByRules(ctx, kept);
  return byRules;
}

async function newestOf({ listCis }: InsightDeps, ctx: RequestContext, type: string, limit: number): Promise<string[]> {
  const { items } = await listCis(ctx, {
    types: [canonicalType(type)],
    sort: "created_at",
    order: "desc",
    limit,
    page: 1,
  });
  return items.map(({ id }) => id);
}
