import { z } from "@hono/zod-openapi";
import { listed, ok } from "../../platform/http/answers.ts";
import { pageQuery } from "../../platform/http/pagination.ts";
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
import type { HostReads, RecordView } from "./host-reads.ts";
import type { RecordKind } from "./inventory-records.ts";

const byId = z.object({ id: z.string().refine(isId) });

/** How the kinds of records are spelled in a path. */
const KINDS = {
  disks: "disks",
  "user-accounts": "user_accounts",
  "network-connections": "network_connections",
  "network-adapters": "network_adapters",
  processes: "processes",
  "installed-applications": "installed_applications",
} as const satisfies Record<string, RecordKind>;
const kindNames = Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]];

const sightingSchema = z.object({
  scanner_id: z.string(),
  source_class: z.string(),
  scan_id: z.string(),
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
});

const decisionSchema = z.object({
  rule: z.int().nullable(),
  matched: z.record(z.string(), z.string()),
  candidates: z.array(z.object({ ci_id: z.string(), lost_because: z.string() })),
  conflicts: z.array(z.string()),
  clone_of: z.array(z.string()).openapi({ description: "CIs that share a strong identifier and are other machines" }),
});

/** Discovery, variant B. */
export function discoveryV1Routes(verbs: DiscoveryVerbs, hosts: HostReads): Route[] {
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
    defineRoute({
      ...reading,
      path: "/cmdb/ci/{id}/sightings",
      operationId: "listSightings",
      summary: "By which scanners a CI was seen, newest first",
      access: { scope: "cmdb.read" },
      params: byId,
      query: z.object(pageQuery),
      responses: { 200: { description: "One entry a scanner", schema: sightingSchema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const all = await hosts.sightings(ctx, params.id);
        const { page, limit } = query;
        const items = all.slice((page - 1) * limit, page * limit);
        return listed({ items, total: all.length, page, limit }, (sighting) => ({
          scanner_id: sighting.scannerId,
          source_class: sighting.sourceClass,
          scan_id: sighting.scanId,
          first_seen: sighting.firstSeen,
          last_seen: sighting.lastSeen,
        }));
      },
    }),
    defineRoute({
      ...reading,
      path: "/cmdb/ci/{id}/records/{kind}",
      operationId: "listInventoryRecords",
      summary: "Inventory records of a CI, of one kind",
      access: { scope: "cmdb.read" },
      params: byId.extend({ kind: z.enum(kindNames) }),
      query: z.object(pageQuery),
      responses: {
        200: {
          description: "Records of the newest collection",
          schema: z.looseObject({ id: z.string(), ci_id: z.string(), collected_at: z.iso.datetime() }),
          list: true,
        },
      },
      handle: async ({ ctx, params, query }) => {
        const { page, limit } = query;
        const { items, total } = await hosts.records(ctx, params.id, KINDS[params.kind], { page, limit });
        return listed({ items, total, page, limit }, presentRecord, query.fields);
      },
    }),
  ];
}

function presentRecord({ id, ciId, collectedAt, fields, softwareInstanceCiId }: RecordView) {
  const linked = softwareInstanceCiId === undefined ? {} : { software_instance_ci_id: softwareInstanceCiId };
  return { ...fields, id, ci_id: ciId, collected_at: collectedAt, ...linked };
}
