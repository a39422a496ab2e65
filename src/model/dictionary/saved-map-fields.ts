import type { Fields } from "./field.ts";

const CI = "0198a8a0-5c1e-7000-8000-000000000001";
const NAME = ["Name that people read", "The shop with its databases"] as const;
const ROOTS = ["Ids of the CIs where the map begins, at most 200", [CI]] as const;
const DEPTH = ["Most relationships from a root, 0 to 10; default 3", 3] as const;
const DIRECTION = [
  "Upstream: what they need; downstream: what needs them; either, the default: both",
  "either",
] as const;
const FILTERS = ["What is shown", { types: ["server"], statuses: ["active"] }] as const;
const GROUP_BY = ["Field by which CIs are nested; null for none", "attributes.location"] as const;
const VIEW = [
  "What else comes back as it was left",
  { healths: ["critical"], expanded: [CI], folded: [], include_software: false, limit: null, viewport: null },
] as const;
const VIEWPORT = ["What of the map was in the window; null: all of it", { x: 120, y: -40.5, zoom: 0.8 }] as const;
const OPENED = ["Ids of CIs whose neighbours are shown beyond the depth, at most 200", [CI]] as const;
const FOLDED = ["Ids of CIs behind which nothing is shown, at most 200", [CI]] as const;
const POSITIONS = ["Where CIs stand, by their ids: `[x, y]`, at most 5,000", { [CI]: [120, -40.5] }] as const;
/** An entry of `SavedMap` holds for the items of lists as well. */
const BODIES = ["CreateSavedMapBody", "UpdateSavedMapBody", "SavedMap"];

/** Fields of saved maps. */
export const SAVED_MAP_FIELDS: Fields = {
  ...Object.fromEntries(
    BODIES.flatMap((schema) => [
      [`${schema}.name`, NAME],
      [`${schema}.roots`, ROOTS],
      [`${schema}.depth`, DEPTH],
      [`${schema}.direction`, DIRECTION],
      [`${schema}.filters`, FILTERS],
      [`${schema}.group_by`, GROUP_BY],
      [`${schema}.positions`, POSITIONS],
      [`${schema}.view`, VIEW],
      [`${schema}.view.healths`, ["Healths of CIs that are shown; all where empty", ["critical"]]],
      [`${schema}.view.expanded`, OPENED],
      [`${schema}.view.folded`, FOLDED],
      [`${schema}.view.include_software`, ["Whether software is shown that is only installed", false]],
      [`${schema}.view.viewport`, VIEWPORT],
      [`${schema}.viewport.x`, ["Point of the map in the middle of the window", 120]],
      [`${schema}.viewport.y`, ["Point of the map in the middle of the window", -40.5]],
      [`${schema}.viewport.zoom`, ["Pixels of the screen for one of the map", 0.8]],
      [`${schema}.view.limit`, ["Most CIs; null for as many as the explorer shows by itself", null]],
      [`${schema}.filters.types`, ["Types of CIs, any spelling; all where empty", ["server"]]],
      [`${schema}.filters.statuses`, ["Statuses of CIs; all where empty", ["active"]]],
    ]),
  ),
  "SavedMap.missing": ["CIs that were deleted meanwhile, under the names that they had", [{ id: CI, name: "db02" }]],
  "SavedMap.owner": ["Who changes it: a user's id, or kind:id of a program", "0198a8a0-5c1e-7000-8000-00000000000a"],
  root_count: ["How many CIs the map begins at", 2],
  position_count: ["How many CIs have a place of their own", 14],
};
