import { z } from "@hono/zod-openapi";
import { type Relationship, relationshipView } from "../relationships/index.ts";
import type { Discovered } from "./discover.ts";
import { DEFAULT_MIN_CONFIDENCE, MAX_CIS, VERDICTS } from "./proposals.model.ts";

const ID = "0198a8a0-5c1e-7000-8000-000000000011";

const confidence = z.number().min(0).max(1);
const ciId = z.string().min(1).max(200);

export const discoverBody = z.strictObject({
  ciIds: z
    .array(ciId)
    .min(1)
    .max(MAX_CIS)
    .openapi({ description: "The CIs to look at", example: [ID] }),
  minConfidence: confidence
    .optional()
    .openapi({ description: `What is less likely is left out; default ${DEFAULT_MIN_CONFIDENCE}`, example: 0.5 }),
});

export const feedbackBody = z.strictObject({
  relationshipId: z.string().min(1).max(200).openapi({ description: "Id of the proposal", example: ID }),
  verdict: z.enum(VERDICTS).openapi({
    description: "`confirm`: it counts as declared; `reject`: it goes and is not proposed again",
    example: "confirm",
  }),
  comment: z.string().max(5_000).nullish().openapi({ description: "Why", example: "Retired in May" }),
});

export const confidenceBody = z.strictObject({
  confidence: confidence.openapi({ description: "Later analyses leave it", example: 0.9 }),
});

const end = z.object({ id: z.string(), name: z.string(), type: z.string() });
const evidence = z
  .array(
    z.object({
      kind: z
        .enum(["relationship", "ci"])
        .openapi({ description: "What kind of record `id` names", example: "relationship" }),
      id: z.string().openapi({ description: "Id of the record", example: ID }),
      text: z
        .string()
        .openapi({ description: "What it says", example: "app01 (java) connects to db01 (postgres), port 5432/tcp" }),
    }),
  )
  .openapi({
    description: "What speaks for it",
    example: [{ kind: "relationship", id: ID, text: "app01 (java) connects to db01 (postgres), port 5432/tcp" }],
  });
const reason = z
  .string()
  .openapi({ description: "Why, in a sentence", example: "app01 depends on db01: an observed connection" });
const source = z.enum(["rules", "model"]).openapi({ description: "Whether a model took part", example: "rules" });

export const proposalsSchema = z
  .object({
    proposals: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          source: end,
          target: end,
          confidence,
          reason,
          evidence,
          discoveredBy: z.string().nullable(),
        }),
      )
      .openapi({ description: "Strongest first", example: [] }),
    source,
    confidence: confidence.openapi({ description: "Mean of the proposals'; 0 without any", example: 0.9 }),
    queryId: z.string().openapi({ description: "For feedback on the whole answer", example: ID }),
  })
  .openapi("RelationshipProposals");

export const aiRelationshipSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    source: end,
    target: end,
    confidence,
    status: z
      .enum(["proposed", "confirmed"])
      .openapi({ description: "Whether a person confirmed it", example: "proposed" }),
    reason: reason.nullable(),
    evidence,
    discoveredBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi("AiRelationship");

export const verdictSchema = z
  .object({
    relationshipId: z.string().openapi({ description: "Id of the proposal", example: ID }),
    verdict: z.enum(VERDICTS).openapi({ description: "What was said", example: "confirm" }),
    relationship: z
      .union([aiRelationshipSchema, z.null()])
      .openapi({ description: "As it is now; null once rejected", example: null }),
  })
  .openapi("ProposalVerdict");

/** Evidence that stands in a relationship's attributes, which their owner may have changed: what fits is shown. */
const storedEvidence = z.array(z.object({ kind: z.enum(["relationship", "ci"]), id: z.string(), text: z.string() }));

export function presentAiRelationship(relationship: Relationship): z.output<typeof aiRelationshipSchema> {
  const { id, type, source: from, target, confidence: own, created_at, updated_at } = relationshipView(relationship);
  const { reason: why, evidence: shown } = relationship.attributes;
  return {
    id,
    type,
    source: from,
    target,
    confidence: own,
    status: relationship.confirmedAt === null ? "proposed" : "confirmed",
    reason: typeof why === "string" ? why : null,
    evidence: storedEvidence.safeParse(shown).data ?? [],
    discoveredBy: relationship.discoveredBy,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

export function presentDiscovered(found: Discovered & { queryId: string }): z.output<typeof proposalsSchema> {
  const { proposals, source: by, confidence: mean, queryId } = found;
  return {
    proposals: proposals.map(({ candidate, relationship }) => {
      const { id, type, source: from, target, confidence: own } = relationshipView(relationship);
      const { reason: why, evidence: shown } = candidate;
      const { discoveredBy } = relationship;
      return { id, type, source: from, target, confidence: own, reason: why, evidence: shown, discoveredBy };
    }),
    source: by,
    confidence: mean,
    queryId,
  };
}
