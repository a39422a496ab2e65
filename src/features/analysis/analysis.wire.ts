import { z } from "@hono/zod-openapi";
import { CRITICALITIES } from "../insights/index.ts";
import { EVIDENCE_KINDS, FINDING_CATEGORIES, INSIGHT_CATEGORIES, MAX_TEXT, SEVERITIES } from "./analysis.model.ts";
import { DEFAULT_CIS, MOST_CIS } from "./generate-insights.ts";

const ID = "0198a8a0-5c1e-7000-8000-000000000011";
const ciId = z.string().min(1).max(200).openapi({ description: "Id of the CI", example: ID });
const source = z.enum(["rules", "model"]).openapi({ description: "Whether a model took part", example: "rules" });
const confidence = z.number().min(0).max(1).openapi({ description: "How much is known of the CIs", example: 0.8 });
const queryId = z.string().openapi({ description: "For feedback on the answer", example: ID });

export const analyzeBody = z.strictObject({
  text: z.string().regex(/\S/, "must not be blank").max(MAX_TEXT).optional().openapi({
    description: "Of an alert, a ticket or a log; either this or `ciId`",
    example: "app01 cannot reach 192.0.2.10",
  }),
  ciId: ciId.optional().openapi({ description: "The CI to analyse; either this or `text`" }),
  context: z
    .string()
    .max(1_000)
    .optional()
    .openapi({ description: "What it is about; a model is told", example: "A change tonight" }),
});

const evidence = z
  .array(
    z.object({
      kind: z.enum(EVIDENCE_KINDS).openapi({
        description: "What kind of record `id` names; `scan`: the sightings of that CI; `history`: a change of it",
        example: "ci",
      }),
      id: z.string().openapi({ description: "Id of the record", example: ID }),
      value: z.string().openapi({ description: "What it says", example: "no field names an owner" }),
    }),
  )
  .openapi({
    description: "The records that show it",
    example: [{ kind: "ci", id: ID, value: "no field names an owner" }],
  });

export const analysisSchema = z
  .object({
    summary: z
      .string()
      .openapi({ description: "In a few sentences", example: "app01 (server). Nothing stands out in its records." }),
    entities: z
      .array(
        z.object({
          type: z
            .enum(["ci", "ip", "mac", "serial", "hostname", "software", "cve", "time", "uuid"])
            .openapi({ description: "What it is", example: "ip" }),
          value: z.string().openapi({ description: "As it stands in the text", example: "192.0.2.10" }),
          ciId: z
            .string()
            .nullable()
            .openapi({ description: "The CI that is meant, where it is one and no other", example: ID }),
        }),
      )
      .openapi({ description: "What the text names", example: [] }),
    findings: z
      .array(
        z.object({
          category: z.enum(FINDING_CATEGORIES).openapi({ description: "What it is about", example: "ownership" }),
          severity: z.enum(SEVERITIES).openapi({ description: "By a documented rule", example: "low" }),
          text: z.string().openapi({ description: "In a sentence", example: "Nobody is named as its owner" }),
          evidence,
        }),
      )
      .openapi({ description: "Worst first", example: [] }),
    source,
    confidence,
    queryId,
  })
  .openapi("Analysis");

export const generateBody = z.strictObject({
  ciId: ciId.optional().openapi({ description: "Of this CI; either this or `type`" }),
  type: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .openapi({ description: "Of the newest CIs of this type; either this or `ciId`", example: "server" }),
  limit: z
    .int()
    .min(1)
    .max(MOST_CIS)
    .optional()
    .openapi({ description: `How many of them; default ${DEFAULT_CIS}`, example: 5 }),
});

export const insightsSchema = z
  .object({
    insights: z
      .array(
        z.object({
          ciId: z.string(),
          category: z.enum(INSIGHT_CATEGORIES).openapi({ description: "What it is about", example: "role" }),
          title: z.string().openapi({ description: "In a word or two", example: "Role" }),
          text: z.string().openapi({ description: "In a sentence", example: "It is a database server" }),
          evidence,
        }),
      )
      .openapi({ description: "By CI", example: [] }),
    source,
    confidence,
    queryId,
  })
  .openapi("GeneratedInsights");

export const ciInsightsSchema = z
  .object({
    ciId: z.string(),
    role: z.string().openapi({ description: "What it is for", example: "database server" }),
    criticality: z.enum(CRITICALITIES).openapi({ description: "For those that need it", example: "high" }),
    dependencies: z
      .array(
        z.object({
          name: z.string().openapi({ description: "Name of the CI, else the address", example: "db01" }),
          ip: z.string().nullable().openapi({ description: "Address of the connection", example: "192.0.2.10" }),
          ciId: z.string().nullable(),
          process: z.string().nullable().openapi({ description: "What opened the connection", example: "java" }),
          ports: z.array(z.int()).openapi({ description: "Ports there", example: [5432] }),
          reason: z.string().nullable().openapi({ description: "What a model says of it", example: null }),
        }),
      )
      .openapi({ description: "What it connects to", example: [] }),
    summary: z.string().openapi({ description: "In a few sentences", example: "It is a database server." }),
    recommendations: z
      .array(z.string())
      .openapi({ description: "What could be done", example: ["Name its owner in attributes.owner"] }),
    generatedAt: z.iso.datetime().openapi({ description: "When it was made" }),
    source,
    confidence,
    queryId,
  })
  .openapi("CiInsights");
