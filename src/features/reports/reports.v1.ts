import { z } from "@hono/zod-openapi";
import { accepted, listed, ok } from "../../platform/http/answers.ts";
import { answerFile } from "../../platform/http/file-answer.ts";
import { pageRequest } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import {
  deliveryOf,
  generateBody,
  presentReport,
  presentRequested,
  presentStatus,
  presentTemplate,
  reportChangeBody,
  reportListQuery,
  reportParams,
  reportSchema,
  requestedSchema,
  statusSchema,
  templateListQuery,
  templateSchema,
} from "./reports.wire.ts";
import type { ManageReports } from "./runs/manage-reports.ts";
import type { ReportFilter } from "./runs/reports.store.ts";
import type { RequestReport } from "./runs/request-report.ts";

const PATH = "/reports";
const shared = { tags: ["Reports"], limit: "standard" } as const;
const reading = { ...shared, access: { scope: "reports.read" } } as const;
const writing = { ...shared, access: { scope: "reports.create" } } as const;
const byId = { path: `${PATH}/{id}`, params: reportParams } as const;

/** Media types of the formats. */
const FILE_TYPES = [
  "application/pdf",
  "text/html",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
  "application/json",
] as const;

export type ReportVerbs = ManageReports & Pick<RequestReport, "request">;

/** Reports: sections 2 and 4 of the interface specification. */
export function reportV1Routes(verbs: ReportVerbs): Route[] {
  return [...collectionRoutes(verbs), ...singleRoutes(verbs), downloadRoute(verbs)];
}

function collectionRoutes(verbs: ReportVerbs): Route[] {
  return [
    defineRoute({
      ...writing,
      method: "POST",
      path: `${PATH}/generate`,
      operationId: "generateReport",
      summary: "Have a report generated",
      description:
        "By a job, which goes on after a restart; the status shows how far it is. It has the rights that the caller has " +
        "when it runs, and needs the scopes of its data too. `delivery` sends the file by mail, or asks that a webhook is " +
        "registered for `report.completed`, which every such webhook gets anyway.",
      limit: "bulk",
      body: generateBody,
      idempotent: true,
      errors: ["CONFLICT", "RESOURCE_NOT_FOUND"],
      responses: { 202: { description: "It is being generated", schema: requestedSchema, headers: { Location: "" } } },
      handle: async ({ ctx, body, idempotencyId }) => {
        const { template_id: templateId, format, name, shared: isShared } = body;
        const request = { templateId, parameters: body.parameters, format, delivery: deliveryOf(body.delivery) };
        const made = presentRequested(await verbs.request(ctx, { ...request, name, shared: isShared }, idempotencyId));
        return accepted(made, made.status_url);
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: PATH,
      operationId: "listReports",
      summary: "List reports, newest first",
      description: "The caller's own and shared ones; holders of `admin.users` see all of the tenant.",
      query: reportListQuery,
      responses: { 200: { description: "One page", schema: reportSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const filter: ReportFilter = {
          category: query.category,
          createdBy: query.created_by,
          shared: query.shared,
          statuses: query.status,
          templateId: query.template_id,
        };
        return listed(timedPage(await verbs.list(ctx, filter, input), input), presentReport, query.fields);
      },
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: `${PATH}/templates`,
      operationId: "listReportTemplates",
      summary: "List what can be generated",
      description: "The built-in templates, then saved queries that are the caller's own or shared.",
      query: templateListQuery,
      responses: { 200: { description: "One page", schema: templateSchema, list: true } },
      handle: async ({ ctx, query: { page, limit, fields } }) => {
        const all = await verbs.listTemplates(ctx);
        const items = all.slice((page - 1) * limit, page * limit);
        return listed({ items, total: all.length, page, limit }, presentTemplate, fields);
      },
    }),
  ];
}

function singleRoutes(verbs: ReportVerbs): Route[] {
  return [
    defineRoute({
      ...reading,
      ...byId,
      method: "GET",
      operationId: "getReport",
      summary: "Get a report's record",
      description: "As the list shows it.",
      responses: { 200: { description: "The report", schema: reportSchema } },
      handle: async ({ ctx, params }) => ok(presentReport(await verbs.get(ctx, params.id))),
    }),
    defineRoute({
      ...reading,
      method: "GET",
      path: `${PATH}/{id}/status`,
      params: reportParams,
      operationId: "getReportStatus",
      summary: "Get how far a report is",
      description: "With what became of its deliveries, and the parameters for which the template has no use.",
      responses: { 200: { description: "The status", schema: statusSchema } },
      handle: async ({ ctx, params }) => ok(presentStatus(await verbs.status(ctx, params.id))),
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "PATCH",
      operationId: "changeReport",
      summary: "Share or rename a report",
      description: "By its owner or an administrator: what is shared is for reading.",
      body: reportChangeBody,
      checkExists: async (ctx, { id }) => void (await verbs.requireVisible(ctx, id)),
      responses: { 200: { description: "The report", schema: reportSchema } },
      handle: async ({ ctx, params, body }) => ok(presentReport(await verbs.change(ctx, params.id, body))),
    }),
    defineRoute({
      ...writing,
      ...byId,
      method: "DELETE",
      operationId: "deleteReport",
      summary: "Delete a report with its file",
      description: "By its owner or an administrator. One that is being generated is given up.",
      responses: { 200: { description: "It is gone", schema: z.object({ message: z.string() }) } },
      handle: async ({ ctx, params }) => {
        await verbs.remove(ctx, params.id);
        return ok({ message: "Report deleted" });
      },
    }),
  ];
}

function downloadRoute(verbs: ReportVerbs): Route {
  const headers = {
    ETag: "Of the file; for If-None-Match and If-Range",
    "Content-Disposition": "",
    "Accept-Ranges": "",
    "Last-Modified": "",
  };
  const examples = { "text/csv": "name,type,status\r\nweb01,server,active\r\n" };
  const file = { contentType: FILE_TYPES, schema: z.unknown(), examples };
  return defineRoute({
    ...shared,
    access: { scope: "reports.export" },
    method: "GET",
    path: `${PATH}/{id}/download`,
    params: reportParams,
    operationId: "downloadReport",
    summary: "Get the file of a report",
    description:
      "Needs the scopes of its data too. 409 while it is being generated, 410 once it has expired or failed.",
    ranges: true,
    errors: ["CONFLICT", "GONE"],
    responses: {
      200: { ...file, description: "The whole file", headers },
      206: { ...file, description: "The part that was asked for", headers: { ...headers, "Content-Range": "" } },
    },
    handle: async (call) => answerFile(call, await verbs.file(call.ctx, call.params.id)),
  });
}
