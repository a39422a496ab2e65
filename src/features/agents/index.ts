import type { Route } from "../../platform/http/route.ts";
import type { PerformanceOf } from "../ai-usage/index.ts";
import { agentRoutes } from "./agents.v1.ts";
import { createAnswerByModel } from "./answer-by-model.ts";
import { type AskAgentDeps, createAskAgent } from "./ask-agent.ts";
import { createReadAgents } from "./read-agents.ts";

export interface AgentsDeps extends Omit<AskAgentDeps, "answerByModel"> {
  performanceOf: PerformanceOf;
}

export interface Agents {
  routes: { v1: Route[] };
}

/** Six agents over the read-only tools, each with a model where there is one and with rules where there is none. */
export function createAgents(deps: AgentsDeps): Agents {
  const askAgent = createAskAgent({ ...deps, answerByModel: createAnswerByModel(deps) });
  return { routes: { v1: agentRoutes({ ...createReadAgents(deps), askAgent }, deps.clock) } };
}
