import { z } from "@hono/zod-openapi";
import { invalid } from "../../errors.ts";
import { RECORD_FIELDS } from "../../model/host.ts";
import { listed } from "../../platform/http/answers.ts";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  pageQuery,
  pageRequest,
  sortQueryB,
  unknownFields,
} from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { RecordKind, RecordView, Sighting } from "./inventory.model.ts";
import type { InventoryReads } from "./read-inventory.ts";

const byId = z.object({ id: pathId() });

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

/** A CI has few scanners: numbered pages suffice. */
const { cursor: _, ...pagesOnly } = pageQuery;

/** Content of a cursor: direction, then position and id of the last record. */
const recordPosition = z.tuple([z.enum(["asc", "desc"]), z.int().min(0).max(2_147_483_647), z.uuid()]);

const sightingSchema = z
  .object({
    scanner_id: z.string(),
    source_class: z.string(),
    scan_id: z.string(),
    first_seen: z.iso.datetime(),
    last_seen: z.iso.datetime(),
  })
  .openapi("Sighting");

/** Routes of a CI's sightings and inventory records, variant B. */
export function inventoryV1Routes(reads: InventoryReads): Route[] {
  const reading = { method: "GET", tags: ["Discovery"], limit: "standard" } as const;
  return [
    defineRoute({
      ...reading,
      path: "/cmdb/ci/{id}/sightings",
      operationId: "listSightings",
      summary: "By which scanners a CI was seen, newest first",
      description: "First and last observation by each scanner, also where nothing changed.",
      access: { scope: "cmdb.read" },
      params: byId,
      query: z.object({ ...pagesOnly, ...sortQueryB(["last_seen"]) }),
      responses: { 200: { description: "One entry a scanner", schema: sightingSchema, list: true } },
      handle: async ({ ctx, params, query }) => {
        const { page, limit, sort, fields } = pageRequest(query);
        const newestFirst = await reads.sightings(ctx, params.id);
        const all = sort?.order === "asc" ? newestFirst.toReversed() : newestFirst;
        const items = all.slice((page - 1) * limit, page * limit);
        const shown = fields && ["scanner_id", ...fields];
        return listed({ items, total: all.length, page, limit }, presentSighting, shown);
      },
    }),
    defineRoute({
      ...reading,
      path: "/cmdb/ci/{id}/records/{kind}",
      operationId: "listInventoryRecords",
      summary: "Inventory records of a CI, of one kind",
      description: "In the order in which the scanner reported them, their `position`.",
      access: { scope: "cmdb.read" },
      params: byId.extend({ kind: z.enum(kindNames) }),
      query: z.object({ ...pageQuery, ...sortQueryB(["position"]) }),
      responses: {
        200: {
          description: "Records of the newest collection",
          schema: z.looseObject({ id: z.string(), ci_id: z.string(), collected_at: z.iso.datetime() }),
          list: true,
        },
      },
      handle: async ({ ctx, params, query }) => {
        const { page, limit, cursor, sort, fields } = pageRequest(query);
        const fault = unknownFields(fields, fieldsOf(KINDS[params.kind]));
        if (fault) throw invalid([fault]);
        const last = cursorContent(cursor, recordPosition);
        const order = directionOf(last?.[0], sort, "asc");
        const after = last && { position: last[1], id: last[2] };
        const recordPage = { page, limit, order, after };
        const { items, total, next } = await reads.records(ctx, params.id, KINDS[params.kind], recordPage);
        const nextCursor = next && encodeCursor([order, next.position, next.id]);
        return listed({ items, total, page, limit, nextCursor }, presentRecord, fields);
      },
    }),
  ];
}

function fieldsOf(kind: RecordKind): string[] {
  const linked = kind === "installed_applications" ? ["software_instance_ci_id"] : [];
  return ["id", "ci_id", "collected_at", ...RECORD_FIELDS[kind], ...linked];
}

function presentSighting({ scannerId, sourceClass, scanId, firstSeen, lastSeen }: Sighting) {
  return {
    scanner_id: scannerId,
    source_class: sourceClass,
    scan_id: scanId,
    first_seen: firstSeen,
    last_seen: lastSeen,
  };
}

function presentRecord({ id, ciId, collectedAt, fields, softwareInstanceCiId }: RecordView) {
  const linked = softwareInstanceCiId === undefined ? {} : { software_instance_ci_id: softwareInstanceCiId };
  return { ...fields, id, ci_id: ciId, collected_at: collectedAt, ...linked };
}
