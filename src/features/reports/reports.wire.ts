import { z } from "@hono/zod-openapi";
import { pageQuery, queryBoolean, queryList, sortQueryB } from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { DELIVERY_METHODS, DELIVERY_STATES, type DeliveryRequest } from "./deliveries/delivery.model.ts";
import { REPORT_CATEGORIES, REPORT_FORMATS, type ReportTemplate } from "./report.model.ts";
import type { ReportStatusView } from "./runs/manage-reports.ts";
import { downloadPath, statusPath } from "./runs/paths.ts";
import type { RequestedReport } from "./runs/request-report.ts";
import { REPORT_LIMITS, REPORT_STATUSES, type StoredReport } from "./runs/stored-report.model.ts";

/** A malformed id is answered with 404, as an unknown one. */
export const reportParams = z.object({ id: pathId() });

export const reportName = z
  .string()
  .max(REPORT_LIMITS.name)
  .regex(/^[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u, "must not be blank, nor contain control characters")
  .openapi({ pattern: "^[^\\p{Cc}]*[^\\s\\p{Cc}][^\\p{Cc}]*$" });

const parameters = z
  .looseObject({
    ci_type: z
      .unknown()
      .optional()
      .openapi({ description: "One or several types of CI", example: ["server"] }),
    date_range: z.unknown().optional().openapi({
      description: "`{from, to}`, an ISO 8601 interval, or a name as `last_7_days`",
      example: "last_7_days",
    }),
    grouping: z
      .unknown()
      .optional()
      .openapi({ description: "One or several fields", example: ["status"] }),
  })
  .openapi({ description: "As the template's JSON Schema says; every template takes these three" });

export const deliveryBody = z.strictObject({
  method: z.enum(DELIVERY_METHODS).optional().openapi({ description: "Default none" }),
  recipients: z
    .array(z.email().max(254))
    .max(REPORT_LIMITS.recipients)
    .transform((addresses) => [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()])
    .optional()
    .openapi({ description: "Addresses; each gets a mail of its own" }),
});

/** What is generated, once or by a schedule. */
export const requestMembers = {
  template_id: z.string().min(1).max(200).openapi({ description: "Of `/v1/reports/templates`" }),
  parameters: parameters.optional(),
  format: z.enum(REPORT_FORMATS),
  delivery: deliveryBody.optional(),
};

export const generateBody = z.strictObject({
  ...requestMembers,
  shared: z.boolean().optional().openapi({ description: "Whether all may read it; default false" }),
  name: reportName.optional().openapi({ description: "Default: the template's name" }),
});

export const reportChangeBody = z.strictObject({ shared: z.boolean().optional(), name: reportName.optional() });

export function deliveryOf(body: z.output<typeof deliveryBody> | undefined): DeliveryRequest {
  return { method: body?.method ?? "none", recipients: body?.recipients ?? [] };
}

const text = z.string();
const time = z.iso.datetime();
const format = z.enum(REPORT_FORMATS);
const status = z.enum(REPORT_STATUSES);

export const requestedSchema = z.object({
  report_id: text,
  status,
  estimated_completion: time,
  status_url: text,
});

export const reportSchema = z
  .object({
    id: text,
    name: text,
    template_id: text,
    category: z.enum(REPORT_CATEGORIES),
    format,
    status,
    shared: z.boolean(),
    created_by: text,
    created_at: time,
    completed_at: time.nullable(),
    expires_at: time.nullable(),
    size_bytes: z.int().nullable(),
    rows: z.int().nullable(),
    download_url: text.nullable(),
  })
  .openapi("Report");

export const statusSchema = z
  .object({
    report_id: text,
    status,
    completed_at: time.nullable(),
    download_url: text.nullable(),
    expires_at: time.nullable(),
    progress: z.object({ done: z.int(), total: z.int().nullable() }),
    error: text.nullable(),
    deliveries: z.array(
      z.object({
        method: z.enum(["email", "webhook"]),
        recipient: text.nullable(),
        status: z.enum(DELIVERY_STATES),
        error: text.nullable(),
        at: time,
      }),
    ),
    ignored_parameters: z.array(text),
  })
  .openapi("ReportStatus");

export const templateSchema = z
  .object({
    id: text,
    name: text,
    category: z.enum(REPORT_CATEGORIES),
    description: text,
    parameters: z.record(z.string(), z.unknown()),
    formats: z.array(format),
  })
  .openapi("ReportTemplate");

export const reportListQuery = z.object({
  ...pageQuery,
  ...sortQueryB(["created_at"]),
  category: z.enum(REPORT_CATEGORIES).optional(),
  created_by: z.string().min(1).max(100).optional(),
  shared: queryBoolean().optional(),
  status: queryList(status).optional(),
  template_id: z.string().min(1).max(200).optional(),
});

export const templateListQuery = z.object({ page: pageQuery.page, limit: pageQuery.limit, fields: pageQuery.fields });

export function presentRequested({ id, status: now, estimatedCompletion }: RequestedReport) {
  const estimated_completion = estimatedCompletion.toISOString();
  return { report_id: id, status: now, estimated_completion, status_url: statusPath(id) };
}

export function presentReport(report: StoredReport): z.output<typeof reportSchema> {
  const isCompleted = report.status === "completed";
  return {
    id: report.id,
    name: report.name,
    template_id: report.templateId,
    category: report.category,
    format: report.format,
    status: report.status,
    shared: report.shared,
    created_by: report.createdBy,
    created_at: report.createdAt.toISOString(),
    completed_at: report.completedAt?.toISOString() ?? null,
    expires_at: report.expiresAt?.toISOString() ?? null,
    size_bytes: report.sizeBytes,
    rows: report.sizeBytes === null ? null : report.rowsDone,
    download_url: isCompleted ? downloadPath(report.id) : null,
  };
}

export function presentStatus({ report, deliveries }: ReportStatusView): z.output<typeof statusSchema> {
  const { completed_at, download_url, expires_at } = presentReport(report);
  return {
    report_id: report.id,
    status: report.status,
    completed_at,
    download_url,
    expires_at,
    progress: { done: report.rowsDone, total: report.rowsTotal },
    error: report.error,
    deliveries: deliveries.map(({ at, ...delivery }) => ({ ...delivery, at: at.toISOString() })),
    ignored_parameters: report.ignoredParameters,
  };
}

export function presentTemplate(template: ReportTemplate): z.output<typeof templateSchema> {
  const { $schema: _, ...schema } = z.toJSONSchema(template.parameters, { io: "input", unrepresentable: "any" });
  const { id, name, category, description, formats } = template;
  return { id, name, category, description, parameters: schema, formats: [...formats] };
}
