import { z } from "@hono/zod-openapi";
import {
  cursorContent,
  directionOf,
  encodeCursor,
  type Page,
  pageQuery,
  pageRequest,
  sortQueryA,
} from "../../../platform/http/pagination.ts";
import { pathId } from "../../../platform/http/path-params.ts";
import { isId } from "../../../platform/ids.ts";
import { SOFTWARE_FAMILIES } from "../engine/index.ts";
import { MAPPING_SOURCES, PROCESS_TYPES } from "../mappings/mapping.model.ts";
import type { ListedUnnamed, ListUnnamedInput } from "./list-unnamed.ts";
import type { UnnamedSoftware } from "./process.graph.store.ts";
import { FOUND_BY } from "./process-names.model.ts";
import { RUN_MODES, RUN_STATUSES, type Run, type RunOptions } from "./runs.store.ts";

/** A malformed id is 404. */
export const jobParams = z.object({ jobId: pathId() });
export const softwareParams = z.object({ softwareId: pathId() });

const MAX_IDS = 1_000;
const MAX_ITEMS = 100_000;
const MAX_APPLIED = 10_000;
const family = z.enum(SOFTWARE_FAMILIES);
const limit = z.int().min(1).max(MAX_ITEMS);

export const runBody = z.strictObject({
  mode: z.enum(RUN_MODES),
  family: family.optional().openapi({ description: "Only mappings, software and applications of this family" }),
  limit: limit.optional().openapi({ description: "Most things that enriching looks at, and that applying changes" }),
  skip_analysis: z.boolean().optional().openapi({ description: "Of mode `all`: leaves the statistics out" }),
});

export const bulkBody = z
  .strictObject({
    software_ids: z.array(z.string()).min(1).max(MAX_IDS).optional(),
    family: family.optional(),
    limit: limit.optional().openapi({ description: "Most Software CIs that are looked at" }),
  })
  .superRefine(({ software_ids, family: named }, context) => {
    if (software_ids === undefined || named === undefined) return;
    context.addIssue({ code: "custom", path: ["family"], message: "cannot stand beside softwareIds" });
  });

export const applyBody = z.strictObject({
  limit: z.int().min(1).max(MAX_APPLIED).default(MAX_APPLIED).openapi({ description: "Most relationships to change" }),
  dry_run: z.boolean().default(false).openapi({ description: "Counts, and changes nothing" }),
});

export function toRunOptions({ family: named, limit: maxItems, skip_analysis }: z.output<typeof runBody>): RunOptions {
  return {
    ...(named !== undefined && { family: named }),
    ...(maxItems !== undefined && { limit: maxItems }),
    ...(skip_analysis !== undefined && { skipAnalysis: skip_analysis }),
  };
}

export function toIdentifyOptions({
  software_ids,
  family: named,
  limit: maxItems,
}: z.output<typeof bulkBody>): RunOptions {
  return {
    ...(software_ids && { softwareIds: [...new Set(software_ids)] }),
    ...(named !== undefined && { family: named }),
    ...(maxItems !== undefined && { limit: maxItems }),
  };
}

const count = z.int().min(0);
const named = { total: count, withProcessNames: count, withoutProcessNames: count };

export const analysisSchema = z
  .object({
    totalMappings: count,
    withProcessNames: count,
    withoutProcessNames: count,
    byFamily: z.array(z.object({ family: family.nullable(), ...named })),
    bySource: z.object(Object.fromEntries(MAPPING_SOURCES.map((source) => [source, count]))),
    relationships: z.object({ total: count, withProcess: count, withApplication: count, unmapped: count }),
  })
  .openapi("ProcessMappingAnalysis");

export const familiesSchema = z.array(
  z.object({
    id: z.string().nullable().openapi({ description: "Null until the family's CI is there" }),
    name: family,
    softwareCount: count,
    instanceCount: count,
  }),
);

const STATUS_PATH = "/api/cmdb-settings/process-mapping/run";
const MODES = [...RUN_MODES, "identify"] as const;

export const startedSchema = z
  .object({
    jobId: z.string(),
    mode: z.enum(MODES),
    status: z.enum(RUN_STATUSES),
    statusUrl: z.string(),
  })
  .openapi("StartedRun");

export function presentStarted({ id, mode, status }: Run): z.output<typeof startedSchema> {
  return { jobId: id, mode, status, statusUrl: `${STATUS_PATH}/${id}` };
}

const found = z.object({
  enriched: count,
  pattern: count,
  discovery: count,
  ai: count,
  unresolved: count,
  asked: count.openapi({ description: "Products that the model was asked about" }),
  unanswered: count.openapi({ description: "Of these, products about which it gave no answer, because it failed" }),
});
const applied = z.object({ updated: count, skipped: count, unmatched: count });
const fixed = z.object({
  familiesCreated: count,
  instancesLinked: count,
  softwareAssigned: count,
  referencesRepaired: count,
  left: count.openapi({ description: "Broken by a person's own word, which stays" }),
});

export const runSchema = z
  .object({
    jobId: z.string(),
    mode: z.enum(MODES),
    status: z.enum(RUN_STATUSES),
    progress: z.object({ done: count, total: count }),
    result: z
      .object({
        analysis: analysisSchema.optional(),
        enrich: found.optional(),
        apply: applied.optional(),
        fixRelationships: fixed.optional(),
        identify: found.optional(),
      })
      .nullable()
      .openapi({ description: "What each step has done so far; null before the first" }),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
  })
  .openapi("ProcessMappingRun");

export function presentRun({ id, mode, status, done, total, result, error, createdAt, completedAt }: Run) {
  return {
    jobId: id,
    mode,
    status,
    progress: { done, total },
    result: Object.keys(result).length === 0 ? null : result,
    error,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

export const appliedSchema = applied;
export const unmappedSchema = z.object({
  totalRelationships: count,
  unmappedRelationships: count,
  processes: z.array(z.object({ processName: z.string(), count })),
});

const text = z.string();
const list = z.array(text);

export const processesSchema = z
  .object({
    softwareId: text,
    name: text,
    processNames: z.object({ windows: list, macos: list, linux: list }),
    windowsServices: list,
    processType: z.enum(PROCESS_TYPES).nullable(),
    confidence: z.number().min(0).max(1),
    source: z.enum(["manual", ...FOUND_BY]).nullable(),
    applied: z.boolean().openapi({ description: "Whether they are kept and count for relationships" }),
  })
  .openapi("SoftwareProcesses");

export const unnamedSchema = z
  .object({
    softwareId: text,
    name: text,
    vendor: text.nullable(),
    family: text.nullable(),
    instanceCount: count,
  })
  .openapi("SoftwareWithoutProcesses");

export function presentUnnamed({ id, name, vendor, family: of, instances }: UnnamedSoftware) {
  return { softwareId: id, name, vendor, family: of, instanceCount: instances };
}

export const unnamedQuery = z.object({
  ...pageQuery,
  ...sortQueryA(["created_at", "name"]),
  family: family.optional(),
});

/** A cursor: the order of the page, and the last entry's position in it. */
const Cursor = z.object({
  by: z.enum(["created_at", "name"]),
  order: z.enum(["asc", "desc"]),
  at: z.string().max(1_024),
  id: z.string().refine(isId),
});

export function toListUnnamed(query: z.output<typeof unnamedQuery>): ListUnnamedInput {
  const { page, limit: pageSize, sort, cursor } = pageRequest(query);
  const place = cursorContent(cursor, Cursor);
  const order = directionOf(place?.order, sort, "desc");
  const by = (place?.by ?? sort?.field ?? "created_at") as "created_at" | "name";
  const after = place && { at: place.at, id: place.id };
  return { page, limit: pageSize, sort: by, order, after, family: query.family };
}

export function toUnnamedPage(
  { items, total, next }: ListedUnnamed,
  { sort, order, page, limit: pageSize }: ListUnnamedInput,
): Page<UnnamedSoftware> {
  const base = { items, total, page, limit: pageSize };
  return next ? { ...base, nextCursor: encodeCursor({ by: sort, order, ...next }) } : base;
}
