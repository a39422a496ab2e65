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
      [`${schema}.filters.types`, ["Types of CIs, any spelling; all where empty", ["server"]]],
      [`${schema}.filters.statuses`, ["Statuses of CIs; all where empty", ["active"]]],
    ]),
  ),
  "SavedMap.missing": ["CIs that were deleted meanwhile, under the names that they had", [{ id: CI, name: "db02" }]],
  "SavedMap.owner": ["Who changes it: a user's id, or kind:id of a program", "0198a8a0-5c1e-7000-8000-00000000000a"],
  root_count: ["How many CIs the map begins at", 2],
  position_count: ["How many CIs have a place of their own", 14],
};
