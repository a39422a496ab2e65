import { z } from "@hono/zod-openapi";
import { invalidField } from "../../../errors.ts";
import { textFault } from "../../../platform/http/json.ts";
import {
  cursorContent,
  encodeCursor,
  type Page,
  pageQuery,
  type pageRequest,
} from "../../../platform/http/pagination.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { isId } from "../../../platform/ids.ts";
import { SOFTWARE_FAMILIES } from "../engine/index.ts";
import type { ListMappingsInput, MappingPage } from "./list-mappings.ts";
import type { MappingPatch, NewMapping } from "./manage-mappings.ts";
import {
  MAPPING_SOURCES,
  MAPPING_STATUSES,
  MAX_INSTANCE_NAME_LENGTH,
  PROCESS_SOURCES,
  PROCESS_TYPES,
  processSourceOf,
  type SoftwareMapping,
} from "./mapping.model.ts";
import { mappingFields as fields } from "./mapping.rules.ts";

/** A malformed id is 404. */
export const mappingParams = z.object({ id: pathId() });

const ignored = z.unknown().optional();
const processNames = z.strictObject({
  windows: fields.names.optional(),
  macos: fields.names.optional(),
  linux: fields.names.optional(),
});
const family = z.strictObject({ name: fields.family }).nullable();

const patterns = fields.patterns.optional().openapi({
  description: "Regular expressions of linear time: no lookaround, no backreferences, at most 500 characters",
});

/** Members that only the service writes are accepted and ignored, so that a client can send back what it read. */
const shared = {
  instance_name: fields.instanceName.optional(),
  instance_patterns: patterns,
  family: family.optional(),
  process_names: processNames.optional(),
  windows_services: fields.names.optional(),
  process_type: fields.processType.optional(),
  status: fields.status.optional(),
  confidence: fields.confidence.optional(),
  notes: fields.notes.optional(),
  id: ignored,
  _id: ignored,
  normalized_instance_name: ignored,
  process_source: ignored,
  usage_count: ignored,
  last_verified: ignored,
  created_at: ignored,
  updated_at: ignored,
};

export const createMappingBody = z
  .strictObject({
    ...shared,
    software: z.strictObject({ name: fields.softwareName, vendor: fields.vendor.optional() }),
    source: fields.source
      .optional()
      .openapi({ description: "`ai` and `import` stand as they are; anything else is `manual`" }),
  })
  .superRefine((body, context) => {
    if (body.instance_name || (body.instance_patterns ?? []).length > 0) return;
    const message = "is required where there are no instance_patterns";
    context.addIssue({ code: "custom", path: ["instance_name"], message });
  });

export const updateMappingBody = z.strictObject({
  ...shared,
  software: z.strictObject({ name: fields.softwareName.optional(), vendor: fields.vendor.optional() }).optional(),
  source: ignored,
});

export function toNewMapping(body: z.output<typeof createMappingBody>): NewMapping {
  const { windows = [], macos = [], linux = [] } = body.process_names ?? {};
  return {
    instanceName: body.instance_name ?? "",
    patterns: body.instance_patterns ?? [],
    software: { name: body.software.name, vendor: body.software.vendor ?? null },
    family: body.family?.name ?? null,
    processNames: { windows, macos, linux },
    windowsServices: body.windows_services ?? [],
    processType: body.process_type ?? "application",
    status: body.status ?? "active",
    confidence: body.confidence ?? 100,
    notes: body.notes ?? null,
    source: body.source === "ai" || body.source === "import" ? body.source : "manual",
  };
}

/** The members that are present in the body. */
export function toMappingPatch(body: z.output<typeof updateMappingBody>): MappingPatch {
  const patch = {
    instanceName: body.instance_name,
    patterns: body.instance_patterns,
    software: body.software && definedMembers(body.software),
    family: body.family === undefined ? undefined : (body.family?.name ?? null),
    processNames: body.process_names && definedMembers(body.process_names),
    windowsServices: body.windows_services,
    processType: body.process_type,
    status: body.status,
    confidence: body.confidence,
    notes: body.notes,
  };
  return definedMembers(patch) as MappingPatch;
}

function definedMembers(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const text = z.string();
const list = z.array(text);

/** A mapping (section 2 of the interface specification) with further members. */
export const mappingSchema = z
  .object({
    id: text,
    instance_name: text.max(MAX_INSTANCE_NAME_LENGTH),
    normalized_instance_name: text,
    instance_patterns: list,
    software: z.object({ name: text, vendor: text.nullable() }),
    family: z.object({ name: z.enum(SOFTWARE_FAMILIES) }).nullable(),
    process_names: z.object({ windows: list, macos: list, linux: list }),
    windows_services: list,
    process_type: z.enum(PROCESS_TYPES),
    status: z.enum(MAPPING_STATUSES),
    confidence: z.int().min(0).max(100),
    source: z.enum(MAPPING_SOURCES),
    process_source: z
      .enum(PROCESS_SOURCES)
      .nullable()
      .openapi({
        description:
          "Who or what found the process names: `pattern` is the built-in knowledge, `discovery` what machines show; null " +
          "while there are none",
      }),
    usage_count: z.int(),
    last_verified: z.iso.datetime().nullable(),
    notes: text.nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi("SoftwareMapping");

const shape = mappingSchema.shape;

/** A mapping in variant A: camel case. */
export const mappingSchemaA = z
  .object({
    _id: text,
    instanceName: shape.instance_name,
    normalizedInstanceName: text,
    instancePatterns: list,
    software: shape.software,
    family: shape.family,
    processNames: shape.process_names,
    windowsServices: list,
    processType: shape.process_type,
    status: shape.status,
    confidence: shape.confidence,
    source: shape.source,
    processSource: shape.process_source,
    usageCount: shape.usage_count,
    lastVerified: shape.last_verified,
    notes: shape.notes,
    createdAt: shape.created_at,
    updatedAt: shape.updated_at,
  })
  .openapi("SoftwareMapping");

/** A mapping in snake case. */
export function presentMapping(mapping: SoftwareMapping): z.output<typeof mappingSchema> {
  return {
    id: mapping.id,
    instance_name: mapping.instanceName,
    normalized_instance_name: mapping.normalizedName,
    instance_patterns: mapping.patterns,
    software: mapping.software,
    family: mapping.family && { name: mapping.family },
    process_names: mapping.processNames,
    windows_services: mapping.windowsServices,
    process_type: mapping.processType,
    status: mapping.status,
    confidence: mapping.confidence,
    source: mapping.source,
    process_source: processSourceOf(mapping),
    usage_count: mapping.usageCount,
    last_verified: mapping.lastVerified?.toISOString() ?? null,
    notes: mapping.notes,
    created_at: mapping.createdAt.toISOString(),
    updated_at: mapping.updatedAt.toISOString(),
  };
}

export const MAPPING_SORT_FIELDS = ["instance_name", "created_at", "updated_at"] as const;
const COLUMN_OF = { instance_name: "instanceName", created_at: "createdAt", updated_at: "updatedAt" } as const;

const searchField = z
  .string()
  .max(200)
  .refine((value) => textFault(value) === undefined, "must not contain NUL characters or lone surrogates");

/** Filters of list and export. */
export const exportFilters = {
  status: fields.status.optional(),
  source: fields.source.optional(),
  family: fields.family.optional(),
  process_type: fields.processType.optional(),
};

export const mappingFilters = {
  ...pageQuery,
  ...exportFilters,
  search: searchField.optional().openapi({ description: "Words of name, software, vendor or patterns, all of them" }),
};

/** A cursor: the order of the page, and the last entry's position in it (a name, or a time in milliseconds). */
const Cursor = z.object({
  by: z.string(),
  value: z.union([
    z.int().min(0).max(4e12),
    z
      .string()
      .max(2 * MAX_INSTANCE_NAME_LENGTH)
      .refine((value) => textFault(value) === undefined),
  ]),
  id: z.string().refine(isId),
});

export type MappingListQuery = z.output<z.ZodObject<typeof mappingFilters>>;

export function toMappingFilter(query: Partial<Omit<MappingListQuery, "page" | "limit" | "cursor" | "fields">>) {
  const { status, source, family: familyName, process_type: processType, search } = query;
  return { status, source, family: familyName, processType, search };
}

export function toMappingList(query: MappingListQuery, request: ReturnType<typeof pageRequest>): ListMappingsInput {
  const { page, limit, sort, cursor } = request;
  const column = COLUMN_OF[(sort?.field ?? "created_at") as keyof typeof COLUMN_OF];
  const order = sort?.order ?? "desc";
  const base = { ...toMappingFilter(query), column, order, page, limit };
  const place = cursorContent(cursor, Cursor);
  if (!place) return base;
  if (place.by !== `${column} ${order}` || (typeof place.value === "string") !== (column === "instanceName")) {
    throw invalidField("query.cursor", "is not a cursor of this list");
  }
  const value = typeof place.value === "number" ? new Date(place.value) : place.value;
  return { ...base, after: { value, id: place.id } };
}

export function toMappingPage(
  { items, total, next }: MappingPage,
  { column, order, page, limit }: ListMappingsInput,
): Page<SoftwareMapping> {
  if (!next) return { items, total, page, limit };
  const value = typeof next.value === "string" ? next.value : next.value.getTime();
  return { items, total, page, limit, nextCursor: encodeCursor({ by: `${column} ${order}`, value, id: next.id }) };
}
