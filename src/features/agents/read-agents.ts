import { type RequestContext, requireScope } from "../../context.ts";
import type { Model } from "../../platform/ai/index.ts";
import type { OperationPerformance, PerformanceOf } from "../ai-usage/index.ts";
import type { AgentDefinition, AgentId, AgentType } from "./agent.model.ts";
import { AGENTS, agentOf, operationOf } from "./definitions.ts";

export interface AgentView {
  id: AgentId;
  name: string;
  type: AgentType;
  status: "active" | "degraded" | "rules_only";
  capabilities: string[];
  performance: Omit<OperationPerformance, "lastFellBack">;
}

/** Each throws 403 without `ai.use`. */
export interface ReadAgents {
  listAgents(ctx: RequestContext): Promise<AgentView[]>;
  /** Throws 404. */
  getAgent(ctx: RequestContext, id: string): Promise<AgentView>;
}

const UNASKED: OperationPerformance = { decisionsMade: 0, successRate: null, avgConfidence: null, lastFellBack: false };

export function createReadAgents({ model, performanceOf }: { model: Model; performanceOf: PerformanceOf }): ReadAgents {
  const view = ({ id, name, type, capabilities }: AgentDefinition, performance: OperationPerformance): AgentView => {
    const { lastFellBack, ...figures } = performance;
    const status = !model.isAvailable ? "rules_only" : lastFellBack ? "degraded" : "active";
    return { id, name, type, status, capabilities: [...capabilities], performance: figures };
  };
  const read = async (ctx: RequestContext, agents: readonly AgentDefinition[]) => {
    const performance = await performanceOf(ctx.tenantId, agents.map(operationOf));
    return agents.map((agent) => view(agent, performance.get(operationOf(agent)) ?? UNASKED));
  };
  return {
    async listAgents(ctx) {
      requireScope(ctx, "ai.use");
      return read(ctx, AGENTS);
    },
    async getAgent(ctx, id) {
      requireScope(ctx, "ai.use");
      const [found] = await read(ctx, [agentOf(id)]);
      return found!;
    },
  };
}
