import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, queryList, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import type { InsightVerbs } from "./insight.verbs.ts";
import {
  type CiInsights,
  COMMUNICATION_PATTERNS,
  type ConnectionInsight,
  CRITICALITIES,
  type Insight,
} from "./insights.model.ts";

const text = z.string();
const confidence = z.number().min(0).max(1);
const ports = z.array(z.int()).openapi({ description: "Of the target", example: [5432] });
const process = text.nullable().openapi({ description: "Process of the CI", example: "java" });
const role = text.openapi({ description: "What the CI is for", example: "database server" });
const madeBy = {
  source: z.literal("model").openapi({ description: "Who says so" }),
  model: text.openapi({ description: "Name of the model", example: "gpt-4o-mini" }),
  generated_at: z.iso.datetime().openapi({ description: "When it was made" }),
};

const dependency = z
  .object({
    name: text.openapi({ description: "Of the target CI, or its address", example: "db01" }),
    ip: text.nullable().openapi({ description: "Address of the target", example: "10.0.0.7" }),
    ci_id: text.nullable().openapi({ description: "The target; null where no CI has the address" }),
    process,
    ports,
    reason: text.nullable().openapi({ description: "In the model's words", example: "It reads the orders" }),
  })
  .openapi("InsightDependency");

const insightSchema = z
  .object({
    id: text.openapi({ description: "Of the CI" }),
    ci_id: text,
    role,
    criticality: z.enum(CRITICALITIES),
    dependencies: z.array(dependency).openapi({ description: "With the connections that they rest on" }),
    summary: text.nullable().openapi({ description: "In a few sentences", example: "The database of the orders" }),
    recommendations: z.array(text).openapi({ description: "What could be done", example: ["Set its owner"] }),
    confidence,
    ...madeBy,
    source: z.enum(["model", "rules"]).openapi({ description: "Who says so" }),
    model: text.nullable().openapi({ description: "Name of the model; null of rules", example: "gpt-4o-mini" }),
  })
  .openapi("CiInsight");

const connectionSchema = z
  .object({
    process_name: process,
    target_ip: text.nullable().openapi({ description: "Address of the target", example: "10.0.0.7" }),
    target_ci_id: text
      .nullable()
      .openapi({ description: "The target; null where no CI has the address", example: null }),
    ports,
    application_protocol: text
      .nullable()
      .openapi({ description: "Null where the model does not know", example: "postgresql" }),
    communication_pattern: z.enum(COMMUNICATION_PATTERNS).openapi({ description: "How the two ends talk" }),
    confidence,
    ...madeBy,
  })
  .openapi("ConnectionInsight");

const ofCiSchema = z
  .object({
    ci_id: text,
    insight: z.union([insightSchema, z.null()]).openapi({ description: "Null until one was made", example: null }),
    connections: z.array(connectionSchema).openapi({ description: "By process and target" }),
  })
  .openapi("InsightsOfCi");

const shared = { tags: ["Enrichment"], access: { scope: "cmdb.read" }, limit: "standard" } as const;

/** What rules or a model made of CIs and their connections, with the evidence. */
export function insightRoutes(verbs: Pick<InsightVerbs, "ofCi" | "list">): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/ci/{id}/insights",
      params: z.object({ id: pathId() }),
      operationId: "getCiInsights",
      summary: "Get what rules or a model make of a CI and its connections",
      description: "Made of servers after scans and by the enrichment `insights`, where a model is configured.",
      responses: { 200: { description: "The insights", schema: ofCiSchema } },
      handle: async ({ ctx, params }) => ok(presentOfCi(params.id, await verbs.ofCi(ctx, params.id))),
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/cmdb/insights",
      operationId: "listInsights",
      summary: "List what rules or a model made of CIs, newest first",
      description: "One record a CI; a later one replaces it.",
      query: z.object({
        ...pageQuery,
        ...sortQueryB(["generated_at"]),
        criticality: queryList(z.enum(CRITICALITIES)).optional(),
      }),
      responses: { 200: { description: "One page", schema: insightSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const found = await verbs.list(ctx, { criticality: query.criticality }, input);
        return listed(timedPage(found, input), presentInsight, query.fields);
      },
    }),
  ];
}

function presentOfCi(ciId: string, found: CiInsights | undefined): z.output<typeof ofCiSchema> {
  const connections = found?.connections.map(presentConnection) ?? [];
  return { ci_id: ciId, insight: found ? presentInsight(found) : null, connections };
}

function presentInsight(insight: Insight): z.output<typeof insightSchema> {
  const { ciId, criticality, dependencies, model, generatedAt } = insight;
  return {
    id: ciId,
    ci_id: ciId,
    role: insight.role,
    criticality,
    dependencies: dependencies.map(({ ciId: target, ...one }) => ({ ...one, ci_id: target })),
    confidence: insight.confidence,
    summary: insight.summary,
    recommendations: insight.recommendations,
    source: insight.source,
    model: insight.source === "rules" ? null : model,
    generated_at: generatedAt.toISOString(),
  };
}

function presentConnection(connection: ConnectionInsight): z.output<typeof connectionSchema> {
  return {
    process_name: connection.processName,
    target_ip: connection.targetIp,
    target_ci_id: connection.targetCiId,
    ports: connection.ports,
    application_protocol: connection.applicationProtocol,
    communication_pattern: connection.communicationPattern,
    confidence: connection.confidence,
    source: "model",
    model: connection.model,
    generated_at: connection.generatedAt.toISOString(),
  };
}
