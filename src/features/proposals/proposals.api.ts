import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageQuery } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { Discovered } from "./discover.ts";
import type { GiveVerdict, SetConfidence } from "./give-verdict.ts";
import type { ListProposals } from "./list-proposals.ts";
import {
  aiRelationshipSchema,
  confidenceBody,
  discoverBody,
  feedbackBody,
  presentAiRelationship,
  presentDiscovered,
  proposalsSchema,
  verdictSchema,
} from "./proposals.wire.ts";

export interface ProposalVerbs {
  discover(
    ctx: RequestContext,
    input: { ciIds: readonly string[]; minConfidence?: number | undefined },
  ): Promise<Discovered & { queryId: string }>;
  giveVerdict: GiveVerdict;
  setConfidence: SetConfidence;
  list: ListProposals;
  /** Throws 404 unless a model found the relationship. */
  requireKnown(ctx: RequestContext, id: string): Promise<void>;
}

const shared = { tags: ["AI"], limit: "ai", access: { scope: "ai.use" } } as const;
/** A little longer than the model may take. */
const DEADLINE_MS = 30_000;
const DISCOVER_TEXT =
  "From observed connections, from fields that name another CI, and from names; a model adds, where one is configured, " +
  "and is marked. What is found is written as relationships that only `include_ai=true` shows. What is declared or was " +
  "rejected is not proposed. Needs `cmdb.read` too.";

/** Relationships that are proposed, and what people say of them. */
export function proposalApiRoutes(verbs: ProposalVerbs): Route[] {
  return [
    discoverRoute(verbs, "/ai/discover-relationships", "discoverRelationships", "Propose relationships of CIs"),
    discoverRoute(verbs, "/ai-relationships/analyze", "analyzeRelationships", "Look for relationships of CIs"),
    ...judgingRoutes(verbs),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/ci/{ciId}/ai-relationships",
      operationId: "listAiRelationships",
      summary: "List a CI's relationships that were proposed",
      description: "In both directions, confirmed ones included, newest first.",
      access: { scope: "cmdb.read" },
      limit: "standard",
      params: z.object({ ciId: pathId() }),
      query: z.object({ page: pageQuery.page, limit: pageQuery.limit }),
      responses: { 200: { description: "Its proposals", schema: aiRelationshipSchema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const { page = 1, limit = 20 } = query;
        return listed({ ...(await verbs.list(ctx, params.ciId, { page, limit })), page, limit }, presentAiRelationship);
      },
    }),
  ];
}

function discoverRoute(verbs: ProposalVerbs, path: string, operationId: string, summary: string): Route {
  return defineRoute({
    ...shared,
    method: "POST",
    path,
    operationId,
    summary,
    description: DISCOVER_TEXT,
    deadlineMs: DEADLINE_MS,
    body: discoverBody,
    errors: ["RESOURCE_NOT_FOUND"],
    responses: { 200: { description: "What was found", schema: proposalsSchema } },
    handle: async ({ ctx, body }) => ok(presentDiscovered(await verbs.discover(ctx, body))),
  });
}

function judgingRoutes(verbs: ProposalVerbs): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "PUT",
      path: "/ai-relationships/{id}/confidence",
      operationId: "setAiRelationshipConfidence",
      summary: "Set the confidence of a proposal",
      description: "Needs `cmdb.write` too.",
      params: z.object({ id: pathId() }),
      body: confidenceBody,
      checkExists: (ctx, { id }) => verbs.requireKnown(ctx, id),
      responses: { 200: { description: "The proposal", schema: aiRelationshipSchema } },
      handle: async ({ ctx, params, body }) =>
        ok(presentAiRelationship(await verbs.setConfidence(ctx, params.id, body.confidence))),
    }),
    defineRoute({
      ...shared,
      method: "POST",
      path: "/ai-relationships/feedback",
      operationId: "giveAiRelationshipFeedback",
      summary: "Confirm or reject a proposal",
      description:
        "A confirmed one counts as declared and keeps its mark in `discovered_by`; a rejected one goes and is not proposed " +
        "again. Needs `cmdb.write` too.",
      body: feedbackBody,
      errors: ["RESOURCE_NOT_FOUND", "CONFLICT"],
      responses: { 200: { description: "It is kept", schema: verdictSchema } },
      handle: async ({ ctx, body }) => {
        const confirmed = await verbs.giveVerdict(ctx, body);
        const { relationshipId, verdict } = body;
        return ok({ relationshipId, verdict, relationship: confirmed ? presentAiRelationship(confirmed) : null });
      },
    }),
  ];
}
