import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { isInCalendar } from "../../platform/clock.ts";
import { accepted, type HttpResult, ok } from "../../platform/http/answers.ts";
import { parseJson } from "../../platform/http/json.ts";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  pageQuery,
  pageRequest,
  queryBoolean,
  queryTime,
  sortQueryB,
} from "../../platform/http/pagination.ts";
import { type Call, defineRoute, type Route } from "../../platform/http/route.ts";
import { respellerOf } from "../../platform/http/spelling.ts";
import { isId } from "../../platform/ids.ts";
import { type Page, type PageInput, SCAN_STATUSES, type ScanView } from "../inventory/index.ts";
import { decodeJson } from "./formats/encoding.ts";
import { type ReadSubmission, readSubmission } from "./formats/index.ts";
import { scanSubmissionSchema } from "./host.model.ts";
import type { ParkedVerbs } from "./parked/parked-hosts.ts";
import type { ScanReads } from "./scans/list-scans.ts";
import type { SubmitScan } from "./scans/submit-scan.ts";

const SUBMISSION_TYPES = [
  "application/json",
  "application/vnd.cyclonedx+json",
  "application/spdx+json",
  "application/xml",
  "text/xml",
  "application/octet-stream",
] as const;
/** Media types under which inventory agents send a compressed body. */
const PACKED_SUBMISSION_TYPES = [
  "application/x-compress-zlib",
  "application/x-compress-gzip",
  "application/x-compress",
] as const;
const SUBMISSION_BYTES = 32 * 1024 * 1024;

/** Dependencies of the discovery routes of both variants. */
export interface DiscoveryVerbs {
  submitScan: SubmitScan;
  scans: ScanReads;
  parked: ParkedVerbs;
}

const submitQuery = z.object({
  dry_run: queryBoolean().optional().openapi({ description: "Decide which CIs the hosts are, and write nothing" }),
});

const respell = respellerOf(scanSubmissionSchema);

/** Reads the body in any supported format. Variant A's own JSON may spell its fields in camelCase. */
function readBody(call: Call<RequestContext, unknown, unknown, unknown>): ReadSubmission {
  const body = call.rawBody;
  if (!body)
    throw new AppError("VALIDATION_ERROR", "The body is missing", {
      violations: [{ field: "body", reason: "is required" }],
    });
  if (call.variant.name === "b" || body.mediaType !== "application/json" || !respell) {
    return readSubmission(body.mediaType, body.bytes);
  }
  const value = parseJson(decodeJson(body.bytes));
  call.parsedBody(value);
  return readSubmission(body.mediaType, Buffer.from(JSON.stringify(respell(value))));
}

/** Sort fields of the lists of scans and raw records. */
export const SORT_FIELDS = ["created_at"] as const;

/** Content of a cursor: direction, then creation time and id of the last entry. */
const cursorPosition = z.tuple([
  z.enum(["asc", "desc"]),
  z.iso.datetime().refine((at) => isInCalendar(Date.parse(at))),
  z.string().refine(isId),
]);

/** Page parameters of a list in the order of creation. */
export function toPageInput(query: Parameters<typeof pageRequest>[0]): PageInput {
  const { page, limit, cursor, sort } = pageRequest(query);
  const last = cursorContent(cursor, cursorPosition);
  const order = directionOf(last?.[0], sort, "desc");
  return { page, limit, order, after: last && { at: last[1], id: last[2] } };
}

/** A page of a verb in the form of `listed`. */
export function toPage<T>(page: Page<T>, { page: number, limit, order }: PageInput) {
  const nextCursor = page.next && encodeCursor([order, page.next.at, page.next.id]);
  return { items: page.items, total: page.total, page: number, limit, nextCursor };
}

export const scanFilterQuery = z.object({
  ...pageQuery,
  scanner_id: z.string().min(1).max(255).optional(),
  status: z.enum(SCAN_STATUSES).optional(),
  ...sortQueryB(SORT_FIELDS),
  from: queryTime().optional().openapi({ description: "Inclusive, on created_at" }),
  to: queryTime().optional().openapi({ description: "Exclusive, on created_at" }),
});

export const scanSchema = z
  .object({
    id: z.string(),
    scanner_id: z.string(),
    scan_type: z.string(),
    status: z.enum(SCAN_STATUSES),
    hosts: z.object({ total: z.int(), processed: z.int(), failed: z.int(), parked: z.int() }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    error: z.string().nullable(),
  })
  .openapi("Scan");

export function presentScan(scan: ScanView) {
  return {
    id: scan.id,
    scanner_id: scan.scannerId,
    scan_type: scan.scanType,
    status: scan.status,
    hosts: scan.hosts,
    created_at: scan.createdAt,
    completed_at: scan.completedAt,
    error: scan.error,
  };
}

export const submittedSchema = z
  .object({
    scan_id: z.string(),
    status: z.literal("running"),
    hosts: z.int(),
    status_url: z.string(),
    message: z.string(),
  })
  .openapi("SubmittedScan");

const scope = { scope: ["discovery.submit", "discovery.execute"] } as const;

/** What became of a host, or in a dry run what would. */
export const hostResultSchema = z
  .object({
    hostname: z.string().nullable(),
    ip_address: z.string().nullable(),
    ci_id: z.string().nullable(),
    outcome: z.string().nullable(),
    error: z.string().nullable(),
    decision: z
      .object({
        rule: z.int().nullable(),
        matched: z.record(z.string(), z.string()),
        candidates: z.array(z.object({ ci_id: z.string(), lost_because: z.string() })),
        conflicts: z.array(z.string()),
        clone_of: z
          .array(z.string())
          .openapi({ description: "CIs that share a strong identifier and are other machines" }),
      })
      .nullable(),
  })
  .openapi("HostResult");

export const dryRunSchema = z
  .object({ dry_run: z.literal(true), results: z.array(hostResultSchema) })
  .openapi("DryRun");

/** What differs between the variants: the spelling of the answers. */
export interface ScanForm {
  spell(value: object): object;
  schema: z.ZodType;
  dryRunSchema: z.ZodType;
}

/** The submission route of both variants. */
export function submitRoute(verbs: DiscoveryVerbs, form: ScanForm): Route {
  return defineRoute({
    method: "POST",
    path: "/discovery/scan-data",
    operationId: "submitScan",
    summary: "Submit scan data",
    description:
      "Takes Orrery's own JSON, the inventory of a GLPI agent (JSON or XML) and Nmap XML, also compressed with gzip, " +
      "or in zlib as these agents send it (`application/x-compress-zlib`). " +
      "The hosts are processed after the answer; `status_url` tells how far they are.",
    tags: ["Discovery"],
    access: scope,
    limit: "bulk",
    query: submitQuery,
    rawBody: {
      contentTypes: SUBMISSION_TYPES,
      packedTypes: PACKED_SUBMISSION_TYPES,
      json: scanSubmissionSchema,
    },
    bodyLimit: SUBMISSION_BYTES,
    gzip: true,
    idempotent: true,
    deadlineMs: 30_000,
    responses: {
      200: { description: "Of a dry run: what would be decided", schema: form.dryRunSchema },
      202: { description: "Taken on", schema: form.schema, headers: { Location: "" } },
    },
    handle: async (call): Promise<HttpResult> => {
      const read = readBody(call as Call<RequestContext, unknown, unknown, unknown>);
      const input = { ...read, id: call.idempotencyId };
      if (call.query.dry_run) {
        const results = await verbs.submitScan.dryRun(call.ctx, input);
        return ok(form.spell({ dry_run: true, results: results.map(presentResult) }));
      }
      const { scanId, hosts } = await verbs.submitScan.submit(call.ctx, input);
      const statusUrl = `/v1/discovery/scans/${scanId}`;
      const message = `Scan accepted: ${hosts} ${hosts === 1 ? "host waits" : "hosts wait"} to be processed`;
      return accepted(
        form.spell({ scan_id: scanId, status: "running", hosts, status_url: statusUrl, message }),
        statusUrl,
      );
    },
  });
}

export function presentResult(result: {
  hostname: string | null;
  ipAddress: string | null;
  ciId: string | null;
  outcome: string | null;
  error: string | null;
  decision: unknown;
}) {
  const { hostname, ipAddress, ciId, outcome, error, decision } = result;
  return { hostname, ip_address: ipAddress, ci_id: ciId, outcome, error, decision };
}
