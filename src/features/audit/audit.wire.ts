import { z } from "@hono/zod-openapi";
import { csvText } from "../../platform/csv.ts";
import { textFault } from "../../platform/http/json.ts";
import { queryTime } from "../../platform/http/pagination.ts";
import type { AuditEntry, AuditFilter } from "./audit.model.ts";

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => textFault(value) === undefined);

/** Filters of list and export. */
export const filterQuery = {
  actor: text(300).optional().openapi({ description: "A user's id, `<kind>:<id>`, `system` or `anonymous`" }),
  action: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{0,100}\*?$/, "must be an action, or the beginning of one with * at its end")
    .optional()
    .openapi({ description: "E.g. `user.created`, or the beginning of several: `user.*`" }),
  target: text(300).optional().openapi({ description: "Id of the thing that was acted on" }),
  from: queryTime().optional().openapi({ description: "Inclusive" }),
  to: queryTime().optional().openapi({ description: "Exclusive" }),
};

export function toFilter(query: {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): AuditFilter {
  const { actor, action, target, from, to } = query;
  return { actor, action, target, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}

const state = z.unknown().nullable();

export const entrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string() }),
    before: state,
    after: state,
    request_id: z.string(),
    address: z.string().nullable(),
    department: z.string().nullable(),
    client_version: z.string().nullable(),
  })
  .openapi("AuditEntry");

export function presentEntry(entry: AuditEntry): z.output<typeof entrySchema> {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    target: { kind: entry.targetKind, id: entry.targetId },
    before: entry.before,
    after: entry.after,
    request_id: entry.requestId,
    address: entry.address,
    department: entry.department,
    client_version: entry.clientVersion,
  };
}

export const EXPORT_TYPE = { ndjson: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;
export type ExportFormat = keyof typeof EXPORT_TYPE;

/** The log as text, in batches: one JSON object per line, or CSV (RFC 4180) with a header line. */
export async function* exportText(batches: AsyncIterable<AuditEntry[]>, format: ExportFormat): AsyncGenerator<string> {
  if (format === "csv") yield csvText([COLUMNS]);
  for await (const batch of batches) {
    yield format === "csv" ? csvText(batch.map(cells)) : batch.map(ndjsonLine).join("");
  }
}

function ndjsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(presentEntry(entry))}\n`;
}

const COLUMNS = [
  "id",
  "at",
  "actor",
  "action",
  "target_kind",
  "target_id",
  "before",
  "after",
  "request_id",
  "address",
  "department",
  "client_version",
];

/** An export without entries. */
export const EXPORT_EXAMPLE = csvText([COLUMNS]);

function cells(entry: AuditEntry): string[] {
  const { target, before, after, ...rest } = presentEntry(entry);
  const flat: Record<string, unknown> = {
    ...rest,
    target_kind: target.kind,
    target_id: target.id,
    before: before === null ? "" : JSON.stringify(before),
    after: after === null ? "" : JSON.stringify(after),
  };
  return COLUMNS.map((name) => String(flat[name] ?? ""));
}
