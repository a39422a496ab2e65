import { z } from "@hono/zod-openapi";
import { CI_STATUSES, canonicalType } from "../../model/ci-types.ts";
import { HEALTH_MARKS } from "../../model/health-marks.ts";
import type { ShownHealth } from "../../model/palette.ts";
import { isId } from "../../platform/ids.ts";
import type { NewSavedMap, SavedMapChange } from "./manage-saved-maps.ts";
import {
  SAVED_MAP_LIMITS as LIMITS,
  type ListedMap,
  MAP_DIRECTIONS,
  type MapView,
  PLAIN_VIEW,
  type ShownMap,
} from "./saved-map.model.ts";

const HEALTHS = Object.keys(HEALTH_MARKS) as [ShownHealth, ...ShownHealth[]];
const name = z.string().max(LIMITS.name).regex(/\S/, "must not be blank");
const ciId = z.string().refine(isId, "must be the id of a CI").openapi({ format: "uuid" });
const roots = z.array(ciId).max(LIMITS.roots);
const depth = z.int().min(0).max(LIMITS.depth);
const direction = z.enum(MAP_DIRECTIONS);
const type = z
  .string()
  .max(64)
  .transform(canonicalType)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), "must hold a letter or a digit");
const filters = z.strictObject({
  types: z.array(type).max(LIMITS.types).default([]),
  statuses: z.array(z.enum(CI_STATUSES)).max(CI_STATUSES.length).default([]),
});
const coordinate = z.number().min(-LIMITS.coordinate).max(LIMITS.coordinate);
const viewport = z.strictObject({
  x: coordinate,
  y: coordinate,
  zoom: z.number().min(LIMITS.zoom.least).max(LIMITS.zoom.most),
});
const opened = z.array(ciId).max(LIMITS.opened).default([]);
const view = z.strictObject({
  healths: z.array(z.enum(HEALTHS)).max(HEALTHS.length).default([]),
  expanded: opened,
  folded: opened,
  include_software: z.boolean().default(false),
  limit: z.int().min(1).max(LIMITS.nodes).nullable().default(null),
  viewport: viewport.nullable().default(null),
});
const groupBy = z
  .string()
  .max(LIMITS.groupBy)
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, "must be the name of a field")
  .nullable();
const position = z.tuple([coordinate, coordinate]).openapi({
  type: "array",
  items: { type: "number", minimum: -LIMITS.coordinate, maximum: LIMITS.coordinate },
  minItems: 2,
  maxItems: 2,
});
const positions = z
  .record(z.string(), position)
  .superRefine((byId, context) => {
    const ids = Object.keys(byId);
    const issue = (message: string, path: string[]) => context.addIssue({ code: "custom", message, path });
    if (ids.length > LIMITS.positions) issue(`must have at most ${LIMITS.positions} entries`, []);
    else for (const id of ids) if (!isId(id)) issue("must be named by the id of a CI", [id]);
  })
  .openapi({ maxProperties: LIMITS.positions });
const shared = z.boolean();

export const newBody = z.strictObject({
  name,
  roots,
  depth: depth.optional(),
  direction: direction.optional(),
  filters: filters.optional(),
  group_by: groupBy.optional(),
  view: view.optional(),
  positions: positions.optional(),
  shared: shared.optional(),
});

/** Read-only members are accepted and ignored, so that a map can be sent back as it was read. */
const ignored = z.unknown().optional().openapi({ description: "Ignored" });
export const changeBody = z.strictObject({
  ...newBody.shape,
  name: name.optional(),
  roots: roots.optional(),
  id: ignored,
  owner: ignored,
  missing: ignored,
  created_at: ignored,
  created_by: ignored,
  updated_at: ignored,
});

const DEFAULT_DEPTH = 3;

export function toNewMap({ group_by, view, ...body }: z.output<typeof newBody>): NewSavedMap {
  return {
    name: body.name,
    roots: unique(body.roots),
    depth: body.depth ?? DEFAULT_DEPTH,
    direction: body.direction ?? "either",
    filters: body.filters ?? { types: [], statuses: [] },
    groupBy: group_by ?? null,
    view: view ? toView(view) : PLAIN_VIEW,
    positions: body.positions ?? {},
    shared: body.shared ?? false,
  };
}

export function toMapChange({ group_by: groupByField, view, ...body }: z.output<typeof changeBody>): SavedMapChange {
  return {
    name: body.name,
    roots: body.roots && unique(body.roots),
    depth: body.depth,
    direction: body.direction,
    filters: body.filters,
    groupBy: groupByField,
    view: view && toView(view),
    positions: body.positions,
    shared: body.shared,
  };
}

function toView({ include_software, ...rest }: z.output<typeof view>): MapView {
  return { ...rest, includeSoftware: include_software };
}

const time = z.iso.datetime();
const listed = {
  id: z.string(),
  name: z.string(),
  depth: z.int(),
  direction,
  filters: z.object({ types: z.array(z.string()), statuses: z.array(z.enum(CI_STATUSES)) }),
  group_by: z.string().nullable(),
  view: z.object({
    healths: z.array(z.enum(HEALTHS)),
    expanded: z.array(z.string()),
    folded: z.array(z.string()),
    include_software: z.boolean(),
    limit: z.int().nullable(),
    viewport: z.object({ x: z.number(), y: z.number(), zoom: z.number() }).nullable(),
  }),
  shared,
  owner: z.string(),
  created_at: time,
  created_by: z.string(),
  updated_at: time,
};
export const listedMapSchema = z
  .object({ ...listed, root_count: z.int(), position_count: z.int() })
  .openapi("ListedSavedMap");
export const savedMapSchema = z
  .object({
    ...listed,
    roots: z.array(z.string()),
    positions: z.record(z.string(), position),
    missing: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .openapi("SavedMap");

export function presentListed({ rootCount, positionCount, ...map }: ListedMap): z.output<typeof listedMapSchema> {
  return { ...presentCommon(map), root_count: rootCount, position_count: positionCount };
}

export function presentMap({ map, missing }: ShownMap): z.output<typeof savedMapSchema> {
  const placed = Object.entries(map.positions).map(([id, [x, y]]) => [id, [x, y] as [number, number]] as const);
  return { ...presentCommon(map), roots: [...map.roots], positions: Object.fromEntries(placed), missing };
}

function presentCommon(map: Omit<ListedMap, "rootCount" | "positionCount">) {
  return {
    id: map.id,
    name: map.name,
    depth: map.depth,
    direction: map.direction,
    filters: map.filters as { types: string[]; statuses: (typeof CI_STATUSES)[number][] },
    group_by: map.groupBy,
    view: presentView({ ...PLAIN_VIEW, ...map.view }),
    shared: map.shared,
    owner: map.owner,
    created_at: map.createdAt.toISOString(),
    created_by: map.createdBy,
    updated_at: map.updatedAt.toISOString(),
  };
}

function presentView({ includeSoftware, healths, expanded, folded, limit, viewport }: MapView) {
  const ids = { expanded: [...expanded], folded: [...folded] };
  return { healths: [...healths], ...ids, include_software: includeSoftware, limit, viewport };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
