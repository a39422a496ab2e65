import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { listed, raw } from "../../platform/http/answers.ts";
import { pageQuery, pageRequest, sortQueryB } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { timedPage, timedPageInput } from "../../platform/http/timed-pages.ts";
import {
  EXPORT_EXAMPLE,
  EXPORT_TYPE,
  entrySchema,
  exportText,
  filterQuery,
  presentEntry,
  toFilter,
} from "./audit.wire.ts";
import type { AuditVerbs } from "./read-audit.ts";

/** List and export of a tenant's audit log. */
export function auditV1Routes(verbs: AuditVerbs): Route[] {
  const shared = { tags: ["Administration"], access: { scope: "admin.audit" }, limit: "standard" } as const;
  return [
    defineRoute({
      ...shared,
      method: "GET",
      path: "/admin/audit",
      operationId: "listAudit",
      summary: "List who did what",
      description:
        "Acts on access and administration, and every change of configuration items, relationships and scans, newest " +
        "first. Entries are added and never changed.",
      // A filter with few matches scans the whole log, which only grows.
      deadlineMs: 30_000,
      query: z.object({ ...filterQuery, ...pageQuery, ...sortQueryB(["at"]) }),
      responses: { 200: { description: "One page", schema: entrySchema, list: true } },
      handle: async ({ ctx, query }) => {
        const input = timedPageInput(pageRequest(query));
        const found = await verbs.list(ctx, { ...toFilter(query), ...input });
        return listed(timedPage(found, input), presentEntry, query.fields);
      },
    }),
    defineRoute({
      ...shared,
      method: "GET",
      path: "/admin/audit/export",
      operationId: "exportAudit",
      summary: "Get the whole audit log as a file",
      description: "All that the filters hold, newest first, as it is read. That it was asked for is recorded.",
      deadlineMs: 30_000,
      query: z.object({ ...filterQuery, format: z.enum(["ndjson", "csv"]).default("ndjson") }),
      formats: EXPORT_TYPE,
      responses: {
        200: {
          description: "One JSON per line, or CSV with a line of names",
          contentType: Object.values(EXPORT_TYPE),
          headers: { "Content-Disposition": "" },
          examples: { [EXPORT_TYPE.csv]: EXPORT_EXAMPLE },
        },
      },
      handle: async ({ ctx, query }) => {
        const batches = await verbs.export(ctx, toFilter(query), query.format);
        return raw(Readable.from(exportText(batches, query.format), { objectMode: false }), EXPORT_TYPE[query.format], {
          headers: { "Content-Disposition": `attachment; filename="audit.${query.format}"` },
        });
      },
    }),
  ];
}
