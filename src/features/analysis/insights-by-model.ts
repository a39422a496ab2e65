import type { RequestContext } from "../../context.ts";
import { isNotFound } from "../../errors.ts";
import { type Account, type Model, ModelFault } from "../../platform/ai/index.ts";
import type { CiInsights, InsightVerbs } from "../insights/index.ts";
import type { CategorizedInsight } from "./analysis.model.ts";

export interface ModelInsightDeps {
  model: Model;
  insights: Pick<InsightVerbs, "make">;
}

/** CIs that a model is asked about for one answer; the others are those of the rules, and runs make theirs. */
const MOST_ASKED = 10;
const AT_ONCE = 3;
const WITHIN_MS = 20_000;

/** The model's records of CIs, made now where their facts changed; undefined without a usable answer. */
export async function askModel(
  { model, insights }: ModelInsightDeps,
  ctx: RequestContext,
  ciId: string,
  account: Account,
): Promise<CiInsights | undefined> {
  if (!model.isAvailable) return undefined;
  try {
    return await insights.make(ctx, ciId, { account });
  } catch (error) {
    const isUnusable = error instanceof ModelFault || (error instanceof Error && error.name === "UnusableAnswer");
    if (isUnusable) return undefined;
    throw error;
  }
}

/** As `askModel`, of the first ten CIs, a few at a time and within 20 s; by id, without those that got no answer. */
export async function askModelOfEach(
  deps: ModelInsightDeps,
  ctx: RequestContext,
  ciIds: readonly string[],
  account: Account,
): Promise<Map<string, CiInsights>> {
  const answers = new Map<string, CiInsights>();
  if (!deps.model.isAvailable) return answers;
  const late = AbortSignal.timeout(WITHIN_MS);
  const bounded = { ...ctx, signal: ctx.signal ? AbortSignal.any([ctx.signal, late]) : late };
  const waiting = ciIds.slice(0, MOST_ASKED);
  const askNext = async () => {
    for (let id = waiting.shift(); id !== undefined && !late.aborted; id = waiting.shift()) {
      const made = await askModel(deps, bounded, id, account).catch((error: unknown) => {
        ctx.signal?.throwIfAborted();
        const isGone = isNotFound(error);
        if (isGone || late.aborted) return undefined;
        throw error;
      });
      if (made) answers.set(id, made);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return answers;
}

/** The rules' insights of a CI with what a model says of its role, criticality and dependencies. */
export function withModel(byRules: readonly CategorizedInsight[], byModel: CiInsights): CategorizedInsight[] {
  const { ciId, role, criticality, dependencies } = byModel;
  const known = dependencies.filter((one) => one.ciId !== null && one.ciId !== ciId);
  const names = [...new Set(known.map(({ name }) => name.slice(0, 100).toWellFormed()))];
  const needs = names.length === 0 ? undefined : `It cannot do without ${names.slice(0, 5).join(", ")}`;
  const texts: Partial<Record<CategorizedInsight["category"], string>> = {
    role: `It is a ${role}`,
    criticality: `Its criticality is ${criticality}`,
    ...(needs !== undefined && { dependency: needs }),
  };
  return byRules.map((insight) => {
    const text = texts[insight.category];
    if (text === undefined) return insight;
    if (insight.category !== "dependency") return { ...insight, text };
    const evidence = known.slice(0, 10).map(({ ciId: id, name, ports }) => {
      const value = `${name.slice(0, 100).toWellFormed()}, ports ${ports.join(", ")}`;
      return { kind: "ci" as const, id: id!, value };
    });
    return { ...insight, text, evidence };
  });
}
