import { type RequestContext, requireScope } from "../../context.ts";
import { invalid, notFound } from "../../errors.ts";
import { canonicalType } from "../../model/ci-types.ts";
import { ModelFault } from "../../platform/ai/index.ts";
import type { CiVerbs } from "../ci/index.ts";
import type { CiInsights, InsightVerbs } from "../insights/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import type { CategorizedInsight } from "./analysis.model.ts";
import type { AnalyzeDeps } from "./analyze.ts";
import { type Facts, factsOf } from "./facts.ts";

import { findingsOf } from "./findings.ts";
import { insightsByRules, type RuleInsights } from "./insights-by-rules.ts";

export interface InsightDeps extends AnalyzeDeps {
  insights: Pick<InsightVerbs, "make" | "keepByRules">;
  listCis: CiVerbs["listCis"];
  processConnections: TopologyVerbs["processConnections"];
}

export interface GeneratedInsights {
  insights: CategorizedInsight[];
  source: "rules";
  confidence: number;
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
) => Promise<GeneratedInsights>;

export function createGenerateInsights(deps: InsightDeps): GenerateInsights {
  return async (ctx, { ciId, type, limit = DEFAULT_CIS }) => {
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
    const found: CategorizedInsight[] = [];
    for (const facts of all) found.push(...(await keptByRules(deps, ctx, facts)).insights);
    return { insights: found, source: "rules", confidence: BY_RULES };
  };
}

/** The insights of one CI, by a model where one answers, kept as its record. Throws 403, 404. */
export type CiInsightsOf = (ctx: RequestContext, ciId: string) => Promise<CiInsightRecord>;

export function createCiInsightsOf(deps: InsightDeps): CiInsightsOf {
  return async (ctx, ciId) => {
    requireScope(ctx, "ai.use");
    requireScope(ctx, "cmdb.read");
    const [facts] = await factsOf(deps, ctx, [ciId]);
    if (!facts) throw notFound("CI");
    const byModel = await askModel(deps, ctx, ciId);
    const byRules = await keptByRules(deps, ctx, facts);
    const { role, criticality, dependencies, summary, recommendations } = byRules;
    const fellBack = deps.model.isAvailable && byModel === undefined;
    const rules = { ciId, role, criticality, dependencies, summary, recommendations, fellBack };
    if (!byModel) return { ...rules, source: "rules", confidence: BY_RULES, generatedAt: deps.clock.now() };
    const { role: said, criticality: level, dependencies: needs, confidence, generatedAt } = byModel;
    return { ...rules, role: said, criticality: level, dependencies: needs, source: "model", confidence, generatedAt };
  };
}

async function askModel(
  { model, insights }: InsightDeps,
  ctx: RequestContext,
  ciId: string,
): Promise<CiInsights | undefined> {
  if (!model.isAvailable) return undefined;
  try {
    return await insights.make(ctx, ciId);
  } catch (error) {
    const isUnusable = error instanceof ModelFault || (error instanceof Error && error.name === "UnusableAnswer");
    if (isUnusable) return undefined;
    throw error;
  }
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
