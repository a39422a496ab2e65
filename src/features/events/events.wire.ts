import { z } from "@hono/zod-openapi";
import { invalidField } from "../../errors.ts";
import type { EventSnapshot } from "../../model/changes.ts";
import { normalizeIp } from "../../model/identifiers.ts";
import { isInCalendar } from "../../platform/clock.ts";
import {
  cursorContent,
  encodeCursor,
  type Page,
  pageQuery,
  type pageRequest,
  queryList,
  queryTime,
} from "../../platform/http/pagination.ts";
import { pathId } from "../../platform/http/path-params.ts";
import { isId } from "../../platform/ids.ts";
import { EVENT_LIMITS, EVENT_STATUSES, type EventView, SEVERITIES } from "./event.model.ts";
import type { EventColumn, EventPosition } from "./event-list.store.ts";
import type { IngestInput } from "./ingest-events.ts";
import type { EventPage, ListEventsInput } from "./read-events.ts";
import { SYMPTOMS } from "./symptom.ts";

/** A malformed id is answered with 404, as an unknown one. */
export const eventParams = z.object({ id: pathId() });

const nonBlank = (longest: number) => z.string().max(longest).regex(/\S/, "must not be blank");
const host = nonBlank(EVENT_LIMITS.host).nullish();
const anyObject = z.record(z.string(), z.unknown());
export const ciIds = z.array(z.string().max(64)).max(EVENT_LIMITS.affectedCis);

/** A timestamp in a request body. */
export const timestampInput = z.iso
  .datetime({ offset: true })
  .refine((text) => Number.isNaN(Date.parse(text)) || isInCalendar(Date.parse(text)), "must be in the years 1 to 9999");

/** Body of a reported event; the same in both variants. */
export const eventBody = z
  .strictObject({
    title: nonBlank(EVENT_LIMITS.title),
    description: z.string().max(EVENT_LIMITS.description).nullish(),
    severity: z.enum(SEVERITIES),
    source: nonBlank(EVENT_LIMITS.source).openapi({ description: "The system that reports" }),
    source_id: nonBlank(EVENT_LIMITS.sourceId).nullish().openapi({
      description: "A repeat of the same source and source_id finds the event; without it each one is new",
    }),
    affected_cis: ciIds.nullish().openapi({ description: "Ids of CIs. Absent: found by hostname, fqdn or ip_address" }),
    metrics: anyObject.nullish(),
    context: anyObject.nullish().openapi({ description: "Labels, tags, addresses of pages" }),
    hostname: host,
    fqdn: host,
    ip_address: host.refine(
      (text) => typeof text !== "string" || normalizeIp(text) !== undefined,
      "must be an IP address",
    ),
    occurred_at: timestampInput
      .nullish()
      .openapi({ description: "Default: now. More than five minutes ahead counts as now" }),
    status: z.enum(EVENT_STATUSES).optional().openapi({ description: "`resolved` ends the event of this source_id" }),
  })
  .openapi("NewEvent");

export function toIngestInput(body: z.output<typeof eventBody>, id: string | undefined): IngestInput {
  return {
    id,
    source: body.source,
    affectedCis: body.affected_cis ?? [],
    event: {
      title: body.title,
      description: body.description ?? null,
      severity: body.severity,
      sourceId: body.source_id ?? null,
      status: body.status ?? "open",
      hostname: body.hostname ?? null,
      fqdn: body.fqdn ?? null,
      ipAddress: body.ip_address ?? null,
      occurredAt: body.occurred_at ? new Date(body.occurred_at) : null,
      metrics: body.metrics ?? {},
      context: body.context ?? {},
    },
  };
}

export const statusBody = z.strictObject({
  status: z.enum(EVENT_STATUSES),
  comment: z.string().max(EVENT_LIMITS.comment).nullish(),
});

const text = z.string();
const time = z.iso.datetime();

/** Section 2 of the interface specification, with further members. */
export const eventSchema = z
  .object({
    id: text,
    title: text,
    description: text.nullable(),
    severity: z.enum(SEVERITIES),
    status: z.enum(EVENT_STATUSES),
    source: text,
    source_id: text.nullable(),
    affected_cis: z.array(text),
    hostname: text.nullable(),
    fqdn: text.nullable(),
    ip_address: text.nullable(),
    metrics: anyObject,
    context: anyObject,
    occurred_at: time,
    last_seen: time,
    occurrences: z.int(),
    flapping: z.boolean().openapi({ description: "Its status changed four times within ten minutes" }),
    suppressed: z.boolean().openapi({ description: "A CI of it is under maintenance" }),
    symptom: z.enum(SYMPTOMS).openapi({
      description: "What it says is wrong, by its metrics, title, labels and source; `other`: it does not say",
    }),
    deviation: z
      .number()
      .nullable()
      .openapi({
        description:
          "How far `metrics.value` is from `metrics.normal` (or `baseline`, `expected`, `usual`), as a share of the normal value: " +
          "0.5 is half above it, -0.5 half below. Null where it carries no such pair",
        example: 0.65,
      }),
    resolved_at: time.nullable(),
    created_at: time,
    created_by: text,
    updated_at: time,
  })
  .openapi("Event");

const shape = eventSchema.shape;

/** `eventSchema` in the spelling of variant A. */
export const eventSchemaA = z
  .object({
    _id: text,
    title: text,
    description: shape.description,
    severity: shape.severity,
    status: shape.status,
    source: text,
    sourceId: shape.source_id,
    affectedCis: shape.affected_cis,
    hostname: shape.hostname,
    fqdn: shape.fqdn,
    ipAddress: shape.ip_address,
    metrics: anyObject,
    context: anyObject,
    occurredAt: time,
    lastSeen: time,
    occurrences: z.int(),
    flapping: shape.flapping,
    suppressed: shape.suppressed,
    symptom: shape.symptom,
    deviation: shape.deviation,
    resolvedAt: shape.resolved_at,
    createdAt: time,
    createdBy: text,
    updatedAt: time,
  })
  .openapi("Event");

/** An event in snake case. */
export function presentEvent(snapshot: EventSnapshot): z.output<typeof eventSchema> {
  return snapshot as z.output<typeof eventSchema>;
}

export const EVENT_SORT_FIELDS = ["occurred_at", "created_at", "updated_at"] as const;
const COLUMN_OF = { occurred_at: "occurredAt", created_at: "createdAt", updated_at: "updatedAt" } as const;

export const eventFilters = {
  ...pageQuery,
  status: queryList(z.enum(EVENT_STATUSES)).optional(),
  severity: queryList(z.enum(SEVERITIES)).optional(),
  source: queryList(z.string().min(1).max(EVENT_LIMITS.source)).optional(),
  ci_id: queryList(z.string().min(1).max(64)).optional(),
  from: queryTime().optional().openapi({ description: "Of occurred_at, inclusive" }),
  to: queryTime().optional().openapi({ description: "Of occurred_at, exclusive" }),
};
export type EventListQuery = z.output<z.ZodObject<typeof eventFilters>>;

/** Sort order of the page, and position of its last entry; `at` in milliseconds since 1970. */
const Cursor = z.object({ by: z.string(), at: z.int().min(-7e13).max(3e14), id: z.string().refine(isId) });

/** Without a `sort` of the caller's, events are sorted by `occurred_at`. */
export function toListEventsInput(
  query: EventListQuery & { sort?: unknown },
  { page, limit, sort, cursor }: ReturnType<typeof pageRequest>,
): ListEventsInput {
  const field = query.sort === undefined ? "occurred_at" : sort?.field;
  const column: EventColumn = COLUMN_OF[field as keyof typeof COLUMN_OF];
  const order = sort?.order ?? "desc";
  const { status, severity, source, ci_id, from, to } = query;
  const input = { status, severity, source, ciIds: ci_id, from, to, column, order, page, limit };
  const position = cursorContent(cursor, Cursor);
  if (!position) return input;
  if (position.by !== `${column} ${order}`) throw invalidField("query.cursor", "is not a cursor of this list");
  return { ...input, after: { at: new Date(position.at), id: position.id } };
}

export function toEventPage(
  { items, total, next }: EventPage<EventView, EventPosition>,
  { column, order, page, limit }: ListEventsInput,
): Page<EventView> {
  const by = `${column} ${order}`;
  const nextCursor = next && encodeCursor({ by, at: next.at.getTime(), id: next.id });
  return { items, total, page, limit, nextCursor };
}

export const receivedSchema = z.object({
  received: z.int().openapi({ description: "Messages that stood in the body" }),
  created: z.int(),
  updated: z.int(),
  ignored: z.int().openapi({ description: "Messages that make no event" }),
  errors: z.array(z.object({ index: z.int().nullable(), error: text })),
});
