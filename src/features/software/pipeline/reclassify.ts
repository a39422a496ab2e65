import { isObject } from "../../../model/json.ts";
import type { Fields, StoredCi } from "../../ci/index.ts";
import { foldKey, normalizeVendor } from "../engine/index.ts";
import type { Classified } from "../ports.ts";
import { isHumanAttribute, textOf, withPipelineValues } from "./pipeline-values.ts";

/** The instance as it is by what is found of its name now; the same object where nothing differs. */
export function withClassification(ci: StoredCi, found: Classified, at: string): StoredCi {
  const { software, family, normalizedName, mappingId } = found;
  const values = {
    software_name: software.name,
    software_vendor: software.vendor ?? undefined,
    software_family: family,
    normalized_name: normalizedName,
    mapping_id: mappingId ?? undefined,
  };
  const updated = withoutAttributes(withPipelineValues(ci, values, at), undefinedKeys(values));
  if (updated === ci || !hasOtherProduct(ci, updated)) return asOneChange(ci, updated, at);
  const { cpe } = updated.attributes;
  const isReported = isObject(cpe) && cpe.method === "reported";
  const stale = ["software_id", "identified_by", "identification_confidence", ...(isReported ? [] : ["cpe"])];
  const open = withoutAttributes(updated, stale);
  // A person's own word on the CPE name is not looked for again.
  const isNamed = isReported || open.attributes.cpe !== undefined;
  return asOneChange(ci, isNamed ? open : withPipelineValues(open, { enrichment_status: "pending" }, at), at);
}

/** Whether the instance is of another product than it was. */
export function hasOtherProduct(before: StoredCi, after: StoredCi): boolean {
  return productOf(before) !== productOf(after);
}

function productOf({ attributes }: StoredCi): string {
  const maker = normalizeVendor(textOf(attributes, "software_vendor"))?.key ?? "";
  return JSON.stringify([foldKey(textOf(attributes, "software_name") ?? ""), maker]);
}

/** The Software CI with another family, of which it is to become a member; the same object where a person has said one. */
export function withFamily(ci: StoredCi, family: string, at: string): StoredCi {
  if (ci.type !== "software" || isHumanAttribute(ci, "family") || isHumanAttribute(ci, "family_id")) return ci;
  const updated = withPipelineValues(ci, { family }, at);
  const open = updated === ci ? ci : withoutAttributes(updated, ["family_id", "family_source", "family_confidence"]);
  return asOneChange(ci, open, at);
}

function undefinedKeys(values: Fields): string[] {
  return Object.keys(values).filter((key) => values[key] === undefined);
}

/** Without these attributes, as far as no person has said them. */
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
