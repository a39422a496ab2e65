import { z } from "@hono/zod-openapi";
import { pageQuery, sortQueryB } from "../../../platform/http/pagination.ts";
import { DELIVERY_METHODS } from "../deliveries/delivery.model.ts";
import { REPORT_FORMATS } from "../report.model.ts";
import { deliveryOf, reportName, requestMembers } from "../reports.wire.ts";
import type { Schedule, ScheduleInput } from "./schedule.model.ts";

const cron = z.string().min(1).max(200).openapi({
  description: "Five fields: minute, hour, day of the month, month, day of the week",
});
const timeZone = z.string().min(1).max(64).openapi({ description: "IANA name; default UTC" });

export const newScheduleBody = z.strictObject({
  ...requestMembers,
  name: reportName,
  cron,
  time_zone: timeZone.optional(),
  enabled: z.boolean().optional().openapi({ description: "Default true" }),
});

/** Read-only members are accepted and ignored, so that a schedule can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
export const scheduleChangeBody = z.strictObject({
  ...newScheduleBody.partial().shape,
  id: ignored,
  created_by: ignored,
  created_at: ignored,
  updated_at: ignored,
  last_run: ignored,
  next_run: ignored,
  last_error: ignored,
});

export const scheduleListQuery = z.object({ ...pageQuery, ...sortQueryB(["created_at"]) });

const text = z.string();
const time = z.iso.datetime();

export const scheduleSchema = z
  .object({
    id: text,
    name: text,
    cron: text,
    time_zone: text,
    template_id: text,
    parameters: z.record(z.string(), z.unknown()),
    format: z.enum(REPORT_FORMATS),
    delivery: z.object({ method: z.enum(DELIVERY_METHODS), recipients: z.array(text) }),
    enabled: z.boolean(),
    last_run: time.nullable(),
    next_run: time.nullable(),
    last_error: text.nullable(),
    created_by: text,
    created_at: time,
    updated_at: time,
  })
  .openapi("ReportSchedule");

export function newScheduleOf(body: z.output<typeof newScheduleBody>): ScheduleInput {
  return {
    name: body.name,
    cron: body.cron,
    timeZone: body.time_zone ?? "UTC",
    templateId: body.template_id,
    parameters: body.parameters ?? {},
    format: body.format,
    delivery: deliveryOf(body.delivery),
    enabled: body.enabled ?? true,
  };
}

/** The members that were given. */
export function changeOf(body: z.output<typeof scheduleChangeBody>): Partial<ScheduleInput> {
  const { name, cron: at, time_zone, template_id, parameters, format, delivery, enabled } = body;
  return {
    ...(name !== undefined && { name }),
    ...(at !== undefined && { cron: at }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(template_id !== undefined && { templateId: template_id }),
    ...(parameters !== undefined && { parameters }),
    ...(format !== undefined && { format }),
    ...(delivery !== undefined && { delivery: deliveryOf(delivery) }),
    ...(enabled !== undefined && { enabled }),
  };
}

export function presentSchedule(schedule: Schedule): z.output<typeof scheduleSchema> {
  return {
    id: schedule.id,
    name: schedule.name,
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    template_id: schedule.templateId,
    parameters: schedule.parameters,
    format: schedule.format,
    delivery: { method: schedule.delivery.method, recipients: [...schedule.delivery.recipients] },
    enabled: schedule.enabled,
    last_run: schedule.lastRun?.toISOString() ?? null,
    next_run: schedule.nextRun?.toISOString() ?? null,
    last_error: schedule.lastError,
    created_by: schedule.createdBy,
    created_at: schedule.createdAt.toISOString(),
    updated_at: schedule.updatedAt.toISOString(),
  };
}
