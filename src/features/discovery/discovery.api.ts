import { z } from "@hono/zod-openapi";
import { listed } from "../../platform/http/answers.ts";
import { pageQuery, sortQueryA } from "../../platform/http/pagination.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { camelKeys } from "../../platform/http/spelling.ts";
import type { RawRecordView } from "../inventory/index.ts";
import { type DiscoveryVerbs, SORT_FIELDS, submitRoute, toPage, toPageInput } from "./discovery.wire.ts";

const rawRecordSchema = z
  .object({
    _id: z.string(),
    scanId: z.string(),
    scannerId: z.string(),
    hostname: z.string().nullable(),
    ipAddress: z.string().nullable(),
    status: z.enum(["pending", "processed", "failed", "parked"]),
    ciId: z.string().nullable(),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    processedAt: z.iso.datetime().nullable(),
  })
  .openapi("RawScanRecord");

const submittedSchema = z
  .object({
    scanId: z.string(),
    status: z.literal("running"),
    hosts: z.int(),
    statusUrl: z.string(),
    message: z.string(),
  })
  .openapi("SubmittedScan");

const text = z.string().nullable();
const dryRunSchema = z
  .object({
    dryRun: z.literal(true),
    results: z.array(
      z
        .object({
          hostname: text,
          ipAddress: text,
          ciId: text,
          outcome: text,
          error: text,
          decision: z
            .object({
              rule: z.int().nullable(),
              matched: z.record(z.string(), z.string()),
              candidates: z.array(z.object({ ciId: z.string(), lostBecause: z.string() })),
              conflicts: z.array(z.string()),
              cloneOf: z.array(z.string()),
            })
            .nullable(),
        })
        .openapi("HostResult"),
    ),
  })
  .openapi("DryRun");

/** Discovery, variant A. */
export function discoveryApiRoutes(verbs: DiscoveryVerbs): Route[] {
  return [
    submitRoute(verbs, { spell: (value) => camelKeys(value) as object, schema: submittedSchema, dryRunSchema }),
    defineRoute({
      method: "GET",
      path: "/discovery/scan-data",
      operationId: "listRawScanRecords",
      summary: "List raw scan records, newest first",
      description: "What scanners sent of each host, and what became of it.",
      tags: ["Discovery"],
      access: { scope: "discovery.read" },
      limit: "standard",
      query: z.object({ ...pageQuery, ...sortQueryA(SORT_FIELDS) }),
      responses: { 200: { description: "One entry a host", schema: rawRecordSchema, list: true } },
      handle: async ({ ctx, query }) => {
        const page = toPageInput(query);
        return listed(toPage(await verbs.scans.rawRecords(ctx, page), page), presentRawRecord, query.fields);
      },
    }),
  ];
}

function presentRawRecord({ id, ...record }: RawRecordView) {
  return { _id: id, ...record };
}
