import { z } from "@hono/zod-openapi";
import { pageQuery, queryBoolean, queryList, queryTime, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { CHANGE_FIELDS, type ChangeField, MAYBE_UNKNOWN_FIELDS, PLATFORMS } from "../integrations/index.ts";
import { type AnalysisFilter, LISTED_CIS } from "./analyses.store.ts";
import { ANALYSIS_STATUSES, EVIDENCE_KINDS, RISK_LEVELS, WRITE_BACK_STATUSES } from "./change-analysis.model.ts";
import { PAYLOAD_LIMITS } from "./read-payload.ts";

const text = z.string();
const time = z.iso.datetime();
const percent = z.int().min(0).max(100);
const level = z.enum(RISK_LEVELS).openapi({ description: "By the whole score", example: "medium" });

export const analysisParams = z.object({ id: pathId() });

export const analysisListQuery = z.object({
  ...pageQuery,
  ...sortQueryB(["created_at"]),
  status: queryList(z.enum(ANALYSIS_STATUSES)).optional(),
  level: queryList(z.enum(RISK_LEVELS)).optional(),
  ci_id: text.optional().openapi({ description: "Id of a CI that the change names" }),
  from: queryTime().optional(),
  to: queryTime().optional(),
});

export function filterOf({
  status,
  level: levels,
  ci_id,
  from,
  to,
}: z.output<typeof analysisListQuery>): AnalysisFilter {
  return { statuses: status, levels, ciId: ci_id, from, to };
}

export const requestQuery = z.object({
  dry_run: queryBoolean().default(false).openapi({ description: "Answer with the analysis and keep nothing" }),
});

const reference = text.max(PAYLOAD_LIMITS.reference);
const word = text.max(PAYLOAD_LIMITS.word).nullable().optional();
const planned = z.iso.datetime({ offset: true }).nullable().optional();
const changeFields = z.looseObject({
  priority: word.openapi({ example: "high" }),
  category: word.openapi({
    description: "`emergency` raises the technical risk, `standard` does not",
    example: "normal",
  }),
  planned_start: planned.openapi({ example: "2026-02-07T22:00:00.000Z" }),
  planned_end: planned.openapi({ description: "After planned_start", example: "2026-02-07T23:30:00.000Z" }),
});

/** The payload of a service desk, and the integration. */
export const requestBody = z.strictObject({
  ci_id: z
    .array(reference)

    .optional()
    .openapi({
      description: `Ids of the CIs that change. A CI here or in ci_name is required, at most ${PAYLOAD_LIMITS.cis} together`,
    }),
  ci_name: z
    .array(reference)

    .optional()
    .openapi({
      description: "Names of CIs that change, in any case; a name that no CI or several have is listed as unknown",
      example: ["web01"],
    }),
  change_note: z
    .array(text)
    .optional()
    .openapi({
      description: `What is done, in words; at most ${PAYLOAD_LIMITS.notes} notes`,
      example: ["Update the kernel"],
    }),
  task_node_id: text.min(1).max(PAYLOAD_LIMITS.task).openapi({
    description: "Id of the task at the service desk",
    example: "CTASK0010001",
  }),
  change_fields: changeFields.optional().openapi({ description: "What the service desk knows of the change" }),
  integration_id: text.nullable().optional().openapi({
    description: "The integration to whose task the result is written; without one it is kept here alone",
  }),
});

export const requestedSchema = z.object({ id: text, status: z.enum(ANALYSIS_STATUSES) });

export const outcomeBody = z.strictObject({
  succeeded: z.boolean().openapi({ description: "Whether the change did what it was made for" }),
  incidents: z.int().min(0).max(1_000_000).default(0).openapi({ description: "Incidents that it caused" }),
});

const evidence = z.object({
  kind: z.enum(EVIDENCE_KINDS).openapi({ description: "`change`: a change analysis, or the change itself" }),
  id: text,
  value: text.openapi({ description: "What it says", example: "open since 2026-01-31T08:00:00.000Z" }),
});
const input = z.object({
  name: text.openapi({ example: "open events" }),
  value: z.number().min(0).max(100),
  weight: z.number().min(0).max(1).openapi({ description: "The inputs of a dimension have weights that add up to 1" }),
  evidence: z.array(evidence),
});
const dimension = z.object({
  score: percent.openapi({ description: "Sum of value times weight, rounded" }),
  weight: z.number().openapi({ description: "In the whole score", example: 0.35 }),
  inputs: z.array(input),
});
const conflict = z.object({
  kind: z.enum(["change", "maintenance", "holiday"]),
  relation: z.enum(["same", "parent", "child"]).openapi({ description: "Of the CI in conflict to a CI of the change" }),
  ci_id: text.nullable(),
  name: text.nullable(),
  from: time,
  to: time,
  analysis_id: text.nullable(),
  task_node_id: text.nullable(),
});
const attempt = z.object({ at: time, response_status: z.int().nullable(), error: text.nullable() });
const MAYBE_UNKNOWN: ReadonlySet<string> = new Set(MAYBE_UNKNOWN_FIELDS);
const fieldValues = z
  .object(
    Object.fromEntries(
      Object.entries(CHANGE_FIELDS).map(([name, type]): [string, z.ZodType<string | number | null>] => {
        const value = type === "number" ? z.int() : text;
        return [name, MAYBE_UNKNOWN.has(name) ? value.nullable() : value];
      }),
    ) as Record<ChangeField, z.ZodType<string | number | null>>,
  )
  .openapi("ChangeFields", { description: "As written to the task; null: it cannot be known" });

export const analysisSchema = z
  .object({
    id: text.nullable().openapi({ description: "Null: a dry run, which is not kept" }),
    status: z.enum(ANALYSIS_STATUSES),
    trigger: z.enum(["webhook", "manual"]),
    platform: z.enum(PLATFORMS).nullable(),
    integration_id: text.nullable(),
    task_node_id: text,
    priority: text.nullable(),
    category: text.nullable(),
    planned_start: time.nullable(),
    planned_end: time.nullable(),
    cis: z.array(z.object({ id: text, name: text, type: text })).openapi({
      description: `CIs that the change names; in lists the first ${LISTED_CIS}`,
    }),
    unknown_cis: z.array(text).openapi({ description: "Ids and names that mean no CI, or several" }),
    score: percent.nullable().openapi({ description: "Null until it is completed" }),
    level: level.nullable(),
    confidence: percent.nullable(),
    missing: z.array(text).openapi({ description: "What is not known, by name" }),
    dimensions: z
      .object({ technical: dimension, business: dimension, dependency: dimension, historical: dimension })
      .nullable(),
    conflicts: z.array(conflict),
    recommended_window: z.object({ from: time, to: time, reason: text }).nullable(),
    fields: z.union([fieldValues, z.null()]).openapi({ description: "Null until it is completed" }),
    source: z.enum(["model", "rules"]).nullable().openapi({ description: "Who worded the texts" }),
    error: text.nullable().openapi({ description: "Why the analysis failed" }),
    write_back: z.object({
      status: z.enum(WRITE_BACK_STATUSES),
      error: text.nullable().openapi({ description: "Why it failed" }),
      attempts: z.array(attempt),
    }),
    outcome: z.object({ succeeded: z.boolean(), incidents: z.int(), at: time, by: text }).nullable(),
    created_at: time,
    completed_at: time.nullable(),
  })
  .openapi("ChangeAnalysis");

const weights = z.object({
  technical: z.number(),
  business: z.number(),
  dependency: z.number(),
  historical: z.number(),
});
const auc = z.number().min(0).max(1);

export const backtestSchema = z.object({
  analyses: z.int().openapi({ description: "Completed analyses whose outcome is known" }),
  failed: z.int().openapi({ description: "Of these: the change did not succeed, or caused incidents" }),
  auc: auc.nullable().openapi({
    description:
      "How often a change that failed has a higher score than one that did not, equal scores counting half; null without both",
  }),
  by_level: z.array(z.object({ level, analyses: z.int(), failed: z.int() })),
  suggested_weights: z
    .object({ weights, auc, current_auc: auc, analyses: z.int() })
    .nullable()
    .openapi({
      description:
        "Weights of the dimensions that would have told failures apart better, over the same changes; shown and never applied. " +
        "Null while there are too few outcomes, or where no others do better",
    }),
});
