import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import {
  type DiscoveryVerbs,
  dryRunSchema,
  hostResultSchema,
  presentResult,
  presentScan,
  scanFilterQuery,
  scanSchema,
  submitRoute,
  submittedSchema,
  toPage,
  toPageInput,
} from "./discovery.wire.ts";

const byId = z.object({ id: pathId() });

/** Discovery, variant B. */
export function discoveryV1Routes(verbs: DiscoveryVerbs): Route[] {
  const reading = { method: "GET", tags: ["Discovery"], limit: "standard" } as const;
  return [
    submitRoute(verbs, { spell: (value) => value, schema: submittedSchema, dryRunSchema }),
    defineRoute({
      ...reading,
      path: "/discovery/scans",
      operationId: "listScans",
      summary: "List scans, newest first",
      description: "Each with how many of its hosts are processed, parked and failed.",
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
      description: "For each host the CI it is, or why it is none, and what decided.",
      access: { scope: "discovery.read" },
      params: byId,
      responses: {
        200: {
          description: "The scan",
          schema: z.object({ ...scanSchema.shape, results: z.array(hostResultSchema) }).openapi("ScanWithResults"),
        },
      },
      handle: async ({ ctx, params }) => {
        const scan = await verbs.scans.get(ctx, params.id);
        return ok({ ...presentScan(scan), results: scan.results.map(presentResult) });
      },
    }),
  ];
}
