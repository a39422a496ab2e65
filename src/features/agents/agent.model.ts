import type { RequestContext } from "../../context.ts";
import type { QueryForm } from "../query/index.ts";
import type { Understood } from "../questions/index.ts";
import type { FoundCi, ToolAnswer, ToolRow } from "../tools/index.ts";

export const AGENT_IDS = [
  "software-identification",
  "relationship-discovery",
  "root-cause-analyst",
  "change-risk-analyst",
  "capacity-planner",
  "data-quality-auditor",
] as const;
export type AgentId = (typeof AGENT_IDS)[number];

export type AgentType = "enrichment" | "analysis" | "planning" | "audit";

/** What an agent found out. Every figure in it comes from a tool. */
export interface Findings {
  summary: string;
  details: ToolRow[];
  /** 0 to 1. */
  confidence: number;
}

/** One use of a tool, as the answer shows it. */
export interface ToolUse {
  name: string;
  arguments: unknown;
  /** Rows that it answered; null where it refused. */
  rows: number | null;
}

export interface AgentQuestion {
  query: string;
  /** [from, to); undefined where the caller named none. */
  range: { from: Date; to: Date } | undefined;
  now: Date;
}

/** What the rules of an agent work with; each use of a tool is bounded, counted and shown. */
export interface RuleContext {
  ctx: RequestContext;
  question: AgentQuestion;
  /** The CIs that the question names. */
  named: readonly FoundCi[];
  /** Whether the question has one of the words. */
  asks(words: RegExp): boolean;
  /** Throws as the tool does; 403 where the caller lacks its scope. */
  use(tool: string, args: object): Promise<ToolAnswer>;
  query(form: QueryForm): Promise<ToolAnswer>;
  /** The question in the closed form, where the grammar of questions understands it. */
  read(): Promise<Understood>;
}

/** Answers in an agent's field without a model. */
export type AnswerByRules = (given: RuleContext) => Promise<Findings>;

export interface AgentDefinition {
  id: AgentId;
  name: string;
  type: AgentType;
  capabilities: readonly string[];
  /** The tools that its model may use, besides `query`, `query_fields`, `find_cis` and `get_ci`. */
  tools: readonly string[];
  /** Its task, for a model. */
  task: string;
  answerByRules: AnswerByRules;
}

export interface AgentAnswer {
  queryId: string;
  agentId: AgentId;
  findings: Findings;
  /** The tools and figures that the answer rests on. */
  reasoning: string;
  tools: ToolUse[];
  tokens: number;
  cost: number | null;
  source: "model" | "rules";
}
