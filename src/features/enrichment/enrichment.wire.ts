import { z } from "@hono/zod-openapi";
import { ENRICHMENT_NAMES } from "../../platform/enrichment.ts";
import { pageQuery, queryList, queryTime, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { RUN_LIMITS, RUN_STATUSES, RUN_TRIGGERS, type Run, type Schedule, type ScheduleChange } from "./run.model.ts";
import type { RunFilter } from "./runs.store.ts";

const enrichmentName = z.enum(ENRICHMENT_NAMES).openapi("EnrichmentName", { example: "cpe" });
const text = z.string();
const time = z.iso.datetime();
const count = z.int().min(0);

export const runParams = z.object({ id: pathId() });
export const scheduleParams = z.object({
  name: z.enum(ENRICHMENT_NAMES).openapi({ description: "Name of the enrichment", example: "cpe" }),
});

export const runListQuery = z.object({
  ...pageQuery,
  ...sortQueryB(["created_at"]),
  name: queryList(enrichmentName).optional(),
  status: queryList(z.enum(RUN_STATUSES)).optional(),
  from: queryTime().optional(),
  to: queryTime().optional(),
});

export const newRunBody = z.strictObject({ name: enrichmentName });

/** Read-only members are accepted and ignored, so that a schedule can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
export const scheduleBody = z.strictObject({
  cron: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .openapi({
      description: `Five fields, in UTC; at least ${RUN_LIMITS.minutesBetween} minutes between two times`,
      example: "17 * * * *",
    }),
  enabled: z.boolean().optional(),
  batch_size: z.int().min(1).max(RUN_LIMITS.batchSize).optional().openapi({ description: "Items of one turn" }),
  name: ignored,
  description: ignored,
  unavailable: ignored,
  last_run: ignored,
  next_run: ignored,
  last_error: ignored,
  updated_at: ignored,
  updated_by: ignored,
});

export const scheduleSchema = z
  .object({
    name: enrichmentName,
    description: text,
    cron: text,
    enabled: z.boolean(),
    batch_size: count,
    unavailable: text.nullable().openapi({
      description: "Why a run could do nothing now; null if it could",
      example: "no embedding model is configured",
    }),
    last_run: time.nullable(),
    next_run: time.nullable(),
    last_error: text.nullable(),
    updated_at: time.nullable(),
    updated_by: text.nullable(),
  })
  .openapi("EnrichmentSchedule");

export const scheduleListSchema = z.object({ data: z.array(scheduleSchema) });

export const runSchema = z
  .object({
    id: text,
    name: enrichmentName,
    trigger: z.enum(RUN_TRIGGERS).openapi({ description: "`news`: data was saved, and what follows from it was done" }),
    status: z.enum(RUN_STATUSES),
    progress: z.object({
      done: count.openapi({ description: "Items looked at", example: 120 }),
      total: count.nullable().openapi({ description: "About; null where it is not known", example: 400 }),
    }),
    changed: count.openapi({ description: "Items that the run changed", example: 80 }),
    failed: count.openapi({ description: "Items that it could not do; a later run tries them again", example: 2 }),
    tokens: count.openapi({ description: "Tokens of the model, questions and answers", example: 5200 }),
    cost: z
      .number()
      .nullable()
      .openapi({ description: "Of the model; null where no price is configured", example: 0.012 }),
    ci_ids: z.array(text).nullable().openapi({ description: "What it works on; null: everything that is due" }),
    scan_id: text.nullable(),
    requested_by: text.openapi({ description: "Who asked for it; `system` for a schedule", example: "system" }),
    created_at: time,
    started_at: time.nullable(),
    ended_at: time.nullable(),
    error: text.nullable(),
  })
  .openapi("EnrichmentRun");

export function filterOf({ name, status, from, to }: z.output<typeof runListQuery>): RunFilter {
  return { names: name, statuses: status, from, to };
}

export function scheduleChangeOf({ cron, enabled, batch_size }: z.output<typeof scheduleBody>): ScheduleChange {
  return { cron, enabled, batchSize: batch_size };
}

export function presentSchedule(schedule: Schedule): z.output<typeof scheduleSchema> {
  return {
    name: schedule.name,
    description: schedule.description,
    cron: schedule.cron,
    enabled: schedule.enabled,
    batch_size: schedule.batchSize,
    unavailable: schedule.unavailable,
    last_run: schedule.lastRun?.toISOString() ?? null,
    next_run: schedule.nextRun?.toISOString() ?? null,
    last_error: schedule.lastError,
    updated_at: schedule.updatedAt?.toISOString() ?? null,
    updated_by: schedule.updatedBy,
  };
}

export function presentRun(run: Run): z.output<typeof runSchema> {
  return {
    id: run.id,
    name: run.name,
    trigger: run.trigger,
    status: run.status,
    progress: { done: run.done, total: run.total },
    changed: run.changed,
    failed: run.failed,
    tokens: run.tokens,
    cost: run.cost,
    ci_ids: run.scope.ciIds ? [...run.scope.ciIds] : null,
    scan_id: run.scope.scanId ?? null,
    requested_by: run.requestedBy,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
    error: run.error,
  };
}
