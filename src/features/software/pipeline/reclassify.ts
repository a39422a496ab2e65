import { isObject } from "../../../model/json.ts";
import type { Fields, StoredCi } from "../../ci/index.ts";
import { foldKey, normalizeVendor } from "../engine/index.ts";
import type { Classified } from "../ports.ts";
import { isHumanAttribute, textOf, withPipelineValues } from "./pipeline-values.ts";

/** The instance with the current classification of its name; the same object if nothing changes. */
export function withClassification(ci: StoredCi, found: Classified, at: string): StoredCi {
  const { software, family, kind, normalizedName, mappingId } = found;
  const values = {
    software_name: software.name,
    software_vendor: software.vendor ?? undefined,
    software_family: family ?? undefined,
    software_kind: kind,
    normalized_name: normalizedName,
    mapping_id: mappingId ?? undefined,
  };
  const updated = withoutAttributes(withPipelineValues(ci, values, at), undefinedKeys(values));
  if (updated === ci || !hasOtherProduct(ci, updated)) return asOneChange(ci, updated, at);
  const { cpe } = updated.attributes;
  const isReported = isObject(cpe) && cpe.method === "reported";
  const stale = ["software_id", "identified_by", "identification_confidence", ...(isReported ? [] : ["cpe"])];
  const open = withoutAttributes(updated, stale);
  // A CPE name that a person set is not searched again.
  const isNamed = isReported || open.attributes.cpe !== undefined;
  return asOneChange(ci, isNamed ? open : withPipelineValues(open, { enrichment_status: "pending" }, at), at);
}

/** Whether product name or maker differ. */
export function hasOtherProduct(before: StoredCi, after: StoredCi): boolean {
  return productOf(before) !== productOf(after);
}

function productOf({ attributes }: StoredCi): string {
  const maker = normalizeVendor(textOf(attributes, "software_vendor"))?.key ?? "";
  return JSON.stringify([foldKey(textOf(attributes, "software_name") ?? ""), maker]);
}

/**
 * The Software CI with another family and no `family_id`, so that it is assigned anew; unchanged if a person set the
 * family.
 */
export function withFamily(ci: StoredCi, family: string, at: string): StoredCi {
  if (ci.type !== "software" || isHumanAttribute(ci, "family") || isHumanAttribute(ci, "family_id")) return ci;
  const updated = withPipelineValues(ci, { family }, at);
  const open = updated === ci ? ci : withoutAttributes(updated, ["family_id", "family_source", "family_confidence"]);
  return asOneChange(ci, open, at);
}

function undefinedKeys(values: Fields): string[] {
  return Object.keys(values).filter((key) => values[key] === undefined);
}

/** The CI without these attributes, except those a person set. */
function withoutAttributes(ci: StoredCi, keys: readonly string[]): StoredCi {
  const removed = keys.filter((key) => Object.hasOwn(ci.attributes, key) && !isHumanAttribute(ci, key));
  if (removed.length === 0) return ci;
  const attributes = Object.fromEntries(Object.entries(ci.attributes).filter(([key]) => !removed.includes(key)));
  const places = new Set(removed.map((key) => `attributes.${key}`));
  const provenance = Object.fromEntries(Object.entries(ci.provenance).filter(([place]) => !places.has(place)));
  return { ...ci, attributes, provenance };
}

function asOneChange(before: StoredCi, after: StoredCi, at: string): StoredCi {
  return after === before ? before : { ...after, version: before.version + 1, updatedAt: at, updatedBy: "system" };
}
