import { type RequestContext, requireScope, withScopes } from "../../context.ts";
import { type Model, withoutAddresses } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { FindNamedCis, ReadInWords } from "../questions/index.ts";
import type { Tools } from "../tools/index.ts";
import type { AgentAnswer, AgentDefinition, AgentQuestion, Findings, ToolUse } from "./agent.model.ts";
import type { AnswerByModel } from "./answer-by-model.ts";
import { agentOf, operationOf } from "./definitions.ts";
import { createUseTools, type UseTools } from "./use-tools.ts";

export interface AskAgentInput {
  agentId: string;
  query: string;
  range?: AgentQuestion["range"];
  /** Most cost of the answer; 0: no model is asked. */
  budgetLimit?: number | undefined;
}

/**
 * An agent's answer, by a model where one is configured and answers within its bounds, else by the agent's rules. Throws 403
 * without `ai.use` or the scope of what the rules read, 404 for an unknown agent.
 */
export type AskAgent = (ctx: RequestContext, input: AskAgentInput) => Promise<AgentAnswer>;

export interface AskAgentDeps {
  clock: Clock;
  model: Model;
  tools: Tools;
  recordAiQuery: RecordAiQuery;
  readByRules: ReadInWords;
  findNamedCis: FindNamedCis;
  answerByModel: AnswerByModel;
}

interface Answered {
  findings: Findings;
  uses: ToolUse[];
  tokens: number;
  cost: number | null;
  source: "model" | "rules";
  confidence: number;
  fellBack?: boolean;
}

export function createAskAgent(deps: AskAgentDeps): AskAgent {
  const { model, clock, recordAiQuery } = deps;
  return async (ctx, { agentId, query, range, budgetLimit }) => {
    requireScope(ctx, "ai.use");
    const agent = agentOf(agentId);
    const question: AgentQuestion = { query, range, now: clock.now() };
    const asksModel = model.isAvailable && budgetLimit !== 0;
    const work = async (queryId: string): Promise<Answered> => {
      if (!asksModel) return byRules(deps, ctx, agent, question, queryId);
      const used = createUseTools(deps.tools, ctx);
      const asked = { agent, question, queryId, budgetLimit, used };
      const { findings, overLimit, ...spent } = await deps.answerByModel(ctx, asked);
      if (findings) return { findings, uses: used.uses, ...spent, source: "model", confidence: findings.confidence };
      return { ...(await byRules(deps, ctx, agent, question, queryId)), ...spent, fellBack: !overLimit };
    };
    const { queryId, findings, uses, tokens, cost, source } = await recordAiQuery(
      ctx,
      { operation: operationOf(agent), question: query },
      work,
    );
    const reasoning = reasoningOf(uses, source, asksModel);
    return { queryId, agentId: agent.id, findings, reasoning, tools: uses, tokens, cost, source };
  };
}

async function byRules(
  { tools, findNamedCis, readByRules }: AskAgentDeps,
  ctx: RequestContext,
  agent: AgentDefinition,
  question: AgentQuestion,
  queryId: string,
): Promise<Answered> {
  const used: UseTools = createUseTools(tools, ctx);
  // The grammar of questions needs `reports.read` for its forms; their data needs its own scopes.
  const reader = withScopes(ctx, "reports.read");
  const findings = await agent.answerByRules({
    ctx,
    question,
    named: await findNamedCis(ctx, question.query),
    asks: (words) => words.test(question.query),
    use: used.use,
    query: used.query,
    read: () => readByRules(reader, question.query, { now: question.now, zone: "UTC" }, queryId),
  });
  return { findings, uses: used.uses, tokens: 0, cost: null, source: "rules", confidence: findings.confidence };
}

/** The tools and figures that an answer rests on: never a model's chain of thought. */
function reasoningOf(uses: readonly ToolUse[], source: "model" | "rules", asked: boolean): string {
  const used = uses.map(({ name, arguments: args, rows }) => {
    const brief = Object.entries(args as Record<string, unknown>)
      .map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
      .join(", ");
    return `${name}(${withoutAddresses(brief.slice(0, 300))}): ${rows === null ? "refused" : `${rows} rows`}`;
  });
  const by =
    source === "model"
      ? "A model answered"
      : asked
        ? "The model gave no usable answer; rules answered"
        : "Rules answered";
  return used.length > 0 ? `${by} from ${used.join("; ")}` : `${by} without using a tool`;
}
