import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { isId } from "../../platform/ids.ts";
import {
  type DiscoveryVerbs,
  presentResult,
  presentScan,
  scanFilterQuery,
  scanSchema,
  submitRoute,
  submittedSchema,
  toPage,
  toPageInput,
} from "./discovery.wire.ts";

const byId = z.object({ id: z.string().refine(isId) });

const decisionSchema = z.object({
  rule: z.int().nullable(),
  matched: z.record(z.string(), z.string()),
  candidates: z.array(z.object({ ci_id: z.string(), lost_because: z.string() })),
  conflicts: z.array(z.string()),
  clone_of: z.array(z.string()).openapi({ description: "CIs that share a strong identifier and are other machines" }),
});

/** Discovery, variant B. */
export function discoveryV1Routes(verbs: DiscoveryVerbs): Route[] {
  const reading = { method: "GET", tags: ["Discovery"], limit: "standard" } as const;
  return [
    submitRoute(verbs, { spell: (value) => value, schema: submittedSchema }),
    defineRoute({
      ...reading,
      path: "/discovery/scans",
      operationId: "listScans",
      summary: "List scans, newest first",
      access: { scope: "discovery.read" },
      query: scanFilterQuery,
      responses: { 200: { description: "Scans", schema: scanSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const page = toPageInput(query);
        const filters = { scannerId: query.scanner_id, status: query.status, from: query.from, to: query.to };
        return listed(toPage(await verbs.scans.list(ctx, filters, page), page), presentScan, query.fields);
      },
    }),
    defineRoute({
      ...reading,
      path: "/discovery/scans/{id}",
      operationId: "getScan",
      summary: "Get a scan, and what became of each of its hosts",
      access: { scope: "discovery.read" },
      params: byId,
      responses: {
        200: {
          description: "The scan",
          schema: scanSchema.extend({
            results: z.array(
              z.object({
                hostname: z.string().nullable(),
                ip_address: z.string().nullable(),
                ci_id: z.string().nullable(),
                outcome: z.string().nullable(),
                error: z.string().nullable(),
                decision: decisionSchema.nullable(),
              }),
            ),
          }),
        },
      },
      handle: async ({ ctx, params }) => {
        const scan = await verbs.scans.get(ctx, params.id);
        return ok({ ...presentScan(scan), results: scan.results.map(presentResult) });
      },
    }),
  ];
}
