import { z } from "@hono/zod-openapi";
import { invalidField } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { RELATIVE_RANGES, resolveRange } from "../reports/index.ts";
import { AGENT_IDS, type AgentAnswer } from "./agent.model.ts";
import { DEADLINE_MS } from "./answer-by-model.ts";
import type { AskAgent } from "./ask-agent.ts";
import type { AgentView, ReadAgents } from "./read-agents.ts";

export interface AgentVerbs extends ReadAgents {
  askAgent: AskAgent;
}

const agent = z
  .object({
    id: z.enum(AGENT_IDS),
    name: z.string().openapi({ example: "Root cause analyst" }),
    type: z.enum(["enrichment", "analysis", "planning", "audit"]),
    status: z.enum(["active", "degraded", "rules_only"]).openapi({
      description: "`degraded`: the model did not answer last time. `rules_only`: no model is configured",
    }),
    capabilities: z
      .array(z.string())
      .openapi({ description: "What it can be asked for", example: ["explain an incident"] }),
    performance: z
      .object({
        decisions_made: z.int().openapi({ description: "Answers of the last 90 days" }),
        success_rate: z.number().nullable().openapi({ description: "Share of ups among its rated answers, 0 to 1" }),
        avg_confidence: z.number().nullable().openapi({ description: "0 to 1" }),
      })
      .openapi({ description: "From the record of its answers and their feedback" }),
  })
  .openapi("Agent");

const moment = z.string().max(64).optional();
const body = z.strictObject({
  query: z.string().min(1).max(1_000).regex(/\S/, "must not be blank").openapi({
    description: "A question in the agent's field",
    example: "What is the root cause of the open incident?",
  }),
  context: z
    .strictObject({
      time_range: z
        .union([z.string().max(128), z.strictObject({ from: moment, to: moment })])
        .optional()
        .openapi({
          description: `\`{from, to}\`, an ISO 8601 interval, or one of ${RELATIVE_RANGES.join(", ")}`,
          example: "last_7_days",
        }),
      budget_limit: z.number().min(0).max(1_000_000).optional().openapi({
        description: "Most cost of the answer, in the currency of ORRERY_MODEL_PRICE; 0: rules answer",
        example: 0,
      }),
    })
    .optional()
    .openapi({ description: "What bounds the answer" }),
});

const answer = z
  .object({
    agent_id: z.enum(AGENT_IDS).openapi({ description: "The agent that answered", example: "root-cause-analyst" }),
    query_id: z.string().openapi({ description: "For feedback", example: "0198a8a0-5c1e-7000-8000-00000000000a" }),
    response: z
      .object({
        summary: z
          .string()
          .openapi({ description: "The answer in a few sentences", example: "orders-db is the probable cause" }),
        details: z
          .array(z.record(z.string(), z.unknown()))
          .openapi({ description: "Records and figures that it rests on", example: [] }),
        confidence: z.number().min(0).max(1),
        reasoning: z.string().openapi({
          description: "The tools and figures used",
          example: "Rules answered from get_incident(incident_id 0198a8a0): 1 rows",
        }),
      })
      .openapi({ description: "What the agent found" }),
    tools: z
      .array(
        z.object({
          name: z.string().openapi({ example: "get_incident" }),
          arguments: z
            .record(z.string(), z.unknown())
            .openapi({ description: "As they were given to the tool", example: {} }),
          rows: z.int().nullable().openapi({ description: "Rows that it answered; null where it refused" }),
        }),
      )
      .openapi({ description: "The tools that were used, in order" }),
    tokens: z.int().openapi({ description: "Of all calls of the model" }),
    cost: z.number().nullable().openapi({ description: "By the configured price; null without one" }),
    source: z.enum(["model", "rules"]),
  })
  .openapi("AgentAnswer");

export function agentRoutes({ listAgents, getAgent, askAgent }: AgentVerbs, clock: Clock): Route[] {
  const params = z.object({
    id: z.enum(AGENT_IDS).openapi({ description: "The agent", example: "root-cause-analyst" }),
  });
  const access = { scope: "ai.use" } as const;
  return [
    defineRoute({
      method: "GET",
      path: "/agents",
      operationId: "listAgents",
      summary: "List agents",
      description: "The agents, what each is for, and how its answers were rated.",
      tags: ["Agents"],
      access,
      limit: "standard",
      responses: { 200: { description: "All agents", schema: z.object({ data: z.array(agent) }) } },
      handle: async ({ ctx }) => ok({ data: (await listAgents(ctx)).map(present) }),
    }),
    defineRoute({
      method: "GET",
      path: "/agents/{id}",
      operationId: "getAgent",
      summary: "Get an agent",
      description: "One agent, what it is for, and how its answers were rated.",
      tags: ["Agents"],
      access,
      limit: "standard",
      params,
      responses: { 200: { description: "The agent", schema: agent } },
      handle: async ({ ctx, params: { id } }) => ok(present(await getAgent(ctx, id))),
    }),
    defineRoute({
      method: "POST",
      path: "/agents/{id}/query",
      operationId: "queryAgent",
      summary: "Ask an agent",
      description:
        "Asks an agent in words. It reads under the caller's tenant and scopes, and writes nothing: at most 8 uses of tools, 60 s, and " +
        "the given budget. Without a model, or where it gives no usable answer, the agent's rules answer.",
      tags: ["Agents"],
      access,
      limit: "ai",
      deadlineMs: DEADLINE_MS + 15_000,
      params,
      body,
      responses: { 200: { description: "The answer", schema: answer } },
      errors: ["VALIDATION_ERROR"],
      async handle({ ctx, params: { id }, body: { query, context = {} } }) {
        const { time_range, budget_limit } = context;
        const resolved = time_range === undefined ? undefined : resolveRange(time_range, "UTC", clock.now());
        if (resolved?.reason) throw invalidField("context.time_range", resolved.reason);
        const asked = { agentId: id, query, range: resolved?.range, budgetLimit: budget_limit };
        return ok(presentAnswer(await askAgent(ctx, asked)));
      },
    }),
  ];
}

function present({ performance, ...rest }: AgentView): z.output<typeof agent> {
  const { decisionsMade, successRate, avgConfidence } = performance;
  return {
    ...rest,
    performance: { decisions_made: decisionsMade, success_rate: successRate, avg_confidence: avgConfidence },
  };
}

function presentAnswer({
  findings,
  queryId,
  agentId,
  reasoning,
  tools,
  ...used
}: AgentAnswer): z.output<typeof answer> {
  const { summary, details, confidence } = findings;
  return {
    agent_id: agentId,
    query_id: queryId,
    response: { summary, details: details.map((row) => ({ ...row })), confidence, reasoning },
    tools: tools.map(({ name, arguments: args, rows }) => ({ name, arguments: { ...(args as object) }, rows })),
    ...used,
  };
}
