import { z } from "@hono/zod-openapi";
import { ok } from "../../../platform/http/answers.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import { type CauseCandidate, CORRELATION_TYPES, type Correlations } from "../correlation.model.ts";
import type { Correlate } from "./correlate.ts";

const time = z.iso.datetime();
const part = z.number().min(0).max(1);
const causeShape = {
  ci_id: z.string(),
  name: z.string(),
  confidence: part.openapi({ description: "Share of the events that it explains, as far as no other explains them" }),
  explanation: z.string(),
};
const candidateSchema = z
  .object({
    ...causeShape,
    event_ids: z.array(z.string()).openapi({ description: "Events that its failure explains" }),
    own_alert: z.boolean(),
    change: z.object({ action: z.string(), at: time }).nullable().openapi({ description: "Shortly before" }),
  })
  .openapi("CauseCandidate");

export const causeFields = {
  suggested_root_cause: z.object(causeShape).nullable(),
  root_cause_reason: z.string().nullable().openapi({ description: "Why there is none; null where there is one" }),
  candidates: z.array(candidateSchema).openapi({ description: "The likeliest causes, best first" }),
};

const schema = z
  .object({
    primary_event: z.string(),
    correlated_events: z.array(
      z.object({
        id: z.string(),
        correlation_score: part,
        correlation_type: z.enum(CORRELATION_TYPES).openapi({ description: "The strongest of the parts" }),
        reason: z.string(),
        parts: z.object(Object.fromEntries(CORRELATION_TYPES.map((type) => [type, part]))),
      }),
    ),
    ...causeFields,
  })
  .openapi("EventCorrelations");

function presentCandidate({ ciId, name, confidence, explanation, eventIds, ownAlert, change }: CauseCandidate) {
  return {
    ci_id: ciId,
    name,
    confidence,
    explanation,
    event_ids: eventIds,
    own_alert: ownAlert,
    change: change ? { action: change.action, at: new Date(change.at).toISOString() } : null,
  };
}

/** The cause in an answer: the most probable one or why there is none, and the next candidates. */
export function presentCauses({
  cause,
  causeReason,
  candidates,
}: Pick<Correlations, "cause" | "causeReason" | "candidates">) {
  return {
    suggested_root_cause: cause && {
      ci_id: cause.ciId,
      name: cause.name,
      confidence: cause.confidence,
      explanation: cause.explanation,
    },
    root_cause_reason: causeReason,
    candidates: candidates.map(presentCandidate),
  };
}

/** What hangs together with an event: section 4 of the interface specification. */
export function correlationRoutes(verbs: { correlate: Correlate }): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/events/{id}/correlations",
      operationId: "correlateEvent",
      summary: "Find what hangs together with an event, and what may be behind it",
      description:
        "Events of the same time, and unresolved ones on CIs within three steps or under one business service. The root " +
        "cause is the CI whose failure explains most of what alarms, by declared before observed dependencies.",
      tags: ["Events"],
      access: { scope: "events.read" },
      limit: "standard",
      params: z.object({ id: pathId() }),
      responses: { 200: { description: "Events with the strength of their tie, and the suggested cause", schema } },
      handle: async ({ ctx, params }) => {
        const found = await verbs.correlate(ctx, params.id);
        return ok({
          primary_event: found.primary,
          correlated_events: found.correlated.map(({ event, score, type, reason, parts }) => ({
            id: event.id,
            correlation_score: score,
            correlation_type: type,
            reason,
            parts,
          })),
          ...presentCauses(found),
        });
      },
    }),
  ];
}
